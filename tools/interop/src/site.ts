// A site on loopback for the fetch server.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server for `pages`; every other path is a 404. */
export class Site implements AsyncDisposable {
  /** HTML by path. */
  readonly pages = new Map<string, string>();
  /** The requested paths. */
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = '/' }, response) => {
      this.asked.push(url);
      const page = this.pages.get(url);
      if (page === undefined) response.writeHead(404).end();
      else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    });
  }

  static async open(): Promise<Site> {
    const site = new Site();
    site.#server.listen(0, '127.0.0.1');
    await once(site.#server, 'listening');
    return site;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
