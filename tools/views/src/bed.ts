// Test bed of the views: a host page, a sandbox of another origin, and a pipe to a live server for each open page.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text as readText } from 'node:stream/consumers';
import { bundlePage } from './bundle-page.ts';

/** A tool call whose result a page shows. */
export interface Show {
  /** The program and its arguments, as in a host's configuration. */
  readonly command: readonly [string, ...string[]];
  readonly cwd?: string;
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  /** The title of the host page. Default: the name of the tool. */
  readonly title?: string;
  /** Default: the colour scheme of the system. */
  readonly theme?: 'light' | 'dark';
}

/** A running test bed. */
export interface Bed extends AsyncDisposable {
  /** Returns the unguessable address of a page that starts the server, calls the tool and shows the result. */
  add(show: Show): string;
  /** Serves this HTML and returns its address, which is unguessable too. */
  serve(html: string): string;
}

/** The specification's policy for a page that requests no origins, as none here does. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'";

/** Starts the test bed on loopback. */
export const startBed = async (): Promise<Bed> => {
  const shows = new Map<string, Show>();
  const documents = new Map<string, string>();
  const children = new Map<string, ChildProcess>();
  const pages = { host: await bundlePage('host'), sandbox: await bundlePage('sandbox') };
  const sandbox = await listen((_, response) => {
    send(
      response,
      'text/html',
      `<!doctype html><title>Sandbox</title>${BARE}<body><script>${pages.sandbox}</script>`,
      {
        'content-security-policy': POLICY,
      },
    );
  });
  const host = await listen(async (request, response) => {
    const [, what = '', id = ''] = (request.url ?? '').split('/');
    // A page of another site may find the port, but it neither knows the id nor can it send another Host header.
    const isOwn = request.headers.host === addressOf(host).slice('http://'.length);
    const html = documents.get(id);
    if (isOwn && html !== undefined) return send(response, 'text/html', html);
    const show = shows.get(id);
    if (!isOwn || show === undefined) return void response.writeHead(404).end();
    if (what === 'show')
      return send(response, 'text/html', toHost(pages.host, { ...show, id, sandbox: addressOf(sandbox) }));
    if (request.method === 'GET') return openPipe(response, show, { id, children });
    children.get(id)?.stdin?.write(`${await readText(request)}\n`);
    response.writeHead(202).end();
  });
  return {
    add: (show) => {
      const id = randomUUID();
      shows.set(id, show);
      return `${addressOf(host)}/show/${id}`;
    },
    serve: (html) => {
      const id = randomUUID();
      documents.set(id, html);
      return `${addressOf(host)}/pages/${id}`;
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of children.values()) child.kill();
      for (const server of [host, sandbox]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
};

const listen = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Server> => {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const send = (response: ServerResponse, type: string, body: string, headers: object = {}): void =>
  void response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);

interface Pipe {
  readonly id: string;
  readonly children: Map<string, ChildProcess>;
}

/** Starts the server and stops it when the page closes. */
const openPipe = (response: ServerResponse, { command, cwd }: Show, { id, children }: Pipe): void => {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  children.get(id)?.kill();
  children.set(id, child);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  createInterface(child.stdout).on('line', (line) => response.write(`data: ${line}\n\n`));
  child.on('exit', () => response.end());
  child.on('error', (error) => response.destroy(error));
  response.on('close', () => child.kill());
};

const BARE = '<style>html, body { margin: 0; height: 100% } body { overflow: hidden }</style>';

const STYLE = `<style>
  :root { color-scheme: light dark; background: Canvas }
  :root[data-theme='light'] { color-scheme: light }
  :root[data-theme='dark'] { color-scheme: dark }
  body { font: 14px system-ui, sans-serif; margin: 16px }
  h1 { font-size: 24px; line-height: 32px; margin: 0 }
  iframe { border: 0; width: 100%; height: 120px; display: block }
</style>`;

const toHost = (
  script: string,
  { tool, args, title = tool, theme, id, sandbox }: Show & { id: string; sandbox: string },
): string => {
  const setup = JSON.stringify({ pipe: `/pipe/${id}`, sandbox: `${sandbox}/`, tool, args, title, theme });
  return [
    `<!doctype html><html lang="en"><title>Page of a server</title>${STYLE}<main><h1></h1><p id="said"></p>`,
    '<button id="theme" type="button">Light or dark</button><iframe title="Result"></iframe></main>',
    `<script id="setup" type="application/json">${setup.replaceAll('<', String.raw`\u003c`)}</script>`,
    `<script>${script}</script></html>`,
  ].join('');
};
