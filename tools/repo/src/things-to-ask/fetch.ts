// Things to ask about web pages.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pdf, SITE, type Things } from './thing.ts';

const shop = (name: string, price: number): string =>
  `<nav><a href="/">All shops</a></nav><main><h1>${name}</h1><p>A saw costs ${price} euros. <a href="/map">Map</a></p></main>`;

const PAGES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/report.pdf': ['application/pdf', pdf('The fee of the harbour is 12 euros.')],
  '/a': ['text/html', shop('Shop A', 12)],
  '/b': ['text/html', shop('Shop B', 14)],
  '/c': ['text/html', shop('Shop C', 9)],
};

/** Stops with the process. */
const site = createServer(({ url = '' }, response) => {
  const [type, body] = PAGES[url] ?? [];
  if (type === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type }).end(body);
}).unref();

export const fetch: Things = {
  title: 'The web',
  server: 'fetch',
  args: ['--allow-cidr', '127.0.0.1/32'],
  prepare: async () => {
    if (!site.listening) await once(site.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  },
  things: [
    {
      say: `Summarise the PDF at ${SITE}/report.pdf.`,
      calls: [['fetch', { url: `${SITE}/report.pdf` }, /The fee of the harbour is 12 euros\./]],
    },
    {
      say: 'Read these three pages: where is a saw cheapest?',
      habit: [['fetch', { urls: ['a', 'b', 'c'].map((name) => `${SITE}/${name}`) }, /9 euros/]],
      calls: [
        [
          'fetch_many',
          { urls: ['a', 'b', 'c'].map((name) => `${SITE}/${name}`) },
          /^# .*|A saw costs \d+ euros/gm,
        ],
      ],
    },
    {
      say: `Which links does ${SITE}/a have?`,
      habit: [['fetch', { url: `${SITE}/a` }, /All shops/]],
      calls: [['fetch', { url: `${SITE}/a`, include: ['links'] }, /^.*All shops.*$\n^.*Map.*$/m]],
    },
    {
      say: 'Download this file.',
      turnOn: ['--save-dir', '.'],
      calls: [['fetch', { url: `${SITE}/report.pdf`, save_to: 'report.pdf' }, /application\/pdf, \d+ bytes/]],
    },
  ],
};
