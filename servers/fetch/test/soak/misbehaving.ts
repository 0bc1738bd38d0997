// Forty ways in which a site misbehaves in content or timing. `/<way>/<anything>` selects one.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Way = (response: ServerResponse, request: IncomingMessage) => void;

const MEGABYTE = 1_000_000;
const html =
  (body: string | Buffer, headers: object = {}): Way =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
const status =
  (code: number, headers: object = {}): Way =>
  (response) => {
    response.writeHead(code, { ...headers }).end('<p>an error');
  };
const to = (location: string, code = 302): Way => status(code, { location });
const raw =
  (text: string): Way =>
  (response) =>
    void response.socket?.end(text);
const drip =
  (text: string): Way =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const timer = setInterval(() => response.write(text), 20);
    response.on('close', () => clearInterval(timer));
  };

const BOMB = gzipSync(Buffer.alloc(11 * MEGABYTE));

/** In the order of their numbers. */
export const WAYS: readonly Way[] = [
  // Slow and endless.
  () => {},
  (response) => response.flushHeaders(),
  drip('a '),
  drip('x'.repeat(10_000)),
  (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>half'),
  (response) => void response.writeHead(200, { 'content-length': 1000 }).write('short'),
  // Interrupted.
  (response) => void response.socket?.destroy(),
  (response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 }).write('<p>x');
    setTimeout(() => response.socket?.destroy(), 5);
  },
  raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nabcdef'),
  raw('nonsense\r\n\r\n'),
  raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}\r\n\r\n`),
  raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`),
  // Lying.
  html('<p>text', { 'content-encoding': 'gzip' }),
  html(BOMB, { 'content-encoding': 'gzip' }),
  html(gzipSync(BOMB), { 'content-encoding': 'gzip, gzip' }),
  html(brotliCompressSync(Buffer.alloc(3 * MEGABYTE)), { 'content-encoding': 'br' }),
  html('<p>text', { 'content-encoding': 'nonsense' }),
  html('%PDF-1.4 nothing', { 'content-type': 'application/pdf' }),
  html('<p>not json', { 'content-type': 'application/json' }),
  html(Buffer.from([0, 1, 2, 255]), { 'content-type': 'text/html; charset=utf-16' }),
  html('<p>x', { 'content-type': 'text/html; charset=klingon' }),
  html(Buffer.from('GIF89a'), { 'content-type': 'image/gif' }),
  html('<p>sound', { 'content-type': 'audio/mpeg' }),
  // Redirecting.
  (response, { url = '' }) => to(url)(response, {} as IncomingMessage),
  (response, { url = '' }) => to(`${url}a`, 308)(response, {} as IncomingMessage),
  to('http://169.254.169.254/latest'),
  to('file:///etc/passwd'),
  to(`/ok/${'x'.repeat(9000)}`),
  to('http://nowhere.test/'),
  to('//other.test:1/'),
  // Refusing.
  status(403),
  status(429, { 'retry-after': '3600' }),
  status(503, { 'retry-after': '1' }),
  status(204),
  status(206, { 'content-range': 'bytes 0-0/9' }),
  // Expensive pages.
  html('<div>'.repeat(20_000)),
  html(`<table>${'<td>'.repeat(20_000)}`),
  html('<a href="/x">'.repeat(5000)),
  html(`<p>${'&amp;'.repeat(20_000)}`),
  html(`<p style="${'opacity:0;'.repeat(10_000)}">x<h1>${'#'.repeat(10_000)}`),
];

/** Returns the robots.txt for the number of the site. */
export const ROBOTS: readonly string[] = [
  '',
  'User-agent: *\nDisallow: /never',
  `User-agent: ModelContextProtocol\n${'Disallow: /a*b*c\n'.repeat(500)}`,
  `${'User-agent: a\n'.repeat(2000)}Disallow: /`,
  `User-agent: *\nAllow: /${'*'.repeat(2000)}`,
  '\u0000\u0001 nonsense \uFEFF:::: \r\r\r',
];

/** The whole site. */
export const misbehave = (request: IncomingMessage, response: ServerResponse): void => {
  const { url = '', headers } = request;
  if (url === '/robots.txt') {
    const number = Number(/(\d+):/.exec(headers.host ?? '')?.[1] ?? 0);
    response.setHeader('content-type', 'text/plain').end(ROBOTS[number % ROBOTS.length]);
    return;
  }
  const way = WAYS[Number(/^\/way(\d+)\//.exec(url)?.[1] ?? -1)];
  if (way === undefined) response.setHeader('content-type', 'text/html').end('<p>Hello');
  else way(response, request);
};
