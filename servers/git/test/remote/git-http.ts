// A remote on a real socket: `git http-backend` behind a small HTTP server, which can misbehave as a remote can.
import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PROGRAM = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');

/** A server for the repositories in a directory. Anyone may push. */
export class GitHttp implements AsyncDisposable {
  /** Whether requests hang without an answer. */
  isHanging = false;
  /** The number of bytes after which longer answers stall. */
  most = Infinity;
  /** The required credentials, as `name:password`, if set. */
  credentials: string | undefined;
  /** The redirect target of every request, if set. */
  redirect: string | undefined;
  /** The requested paths. */
  readonly asked: string[] = [];
  /** The number of unanswered requests. */
  open = 0;
  readonly #server: Server;
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async start(directory: string): Promise<GitHttp> {
    const server = new GitHttp(directory);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Returns the address of a repository in the directory, with `who` before the host. */
  url(name: string, who = ''): string {
    return `http://${who}127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    this.asked.push(pathname);
    this.open += 1;
    response.on('close', () => (this.open -= 1));
    if (this.isHanging) return;
    if (this.redirect !== undefined) return void response.writeHead(302, { location: this.redirect }).end();
    const authorization = `Basic ${btoa(this.credentials ?? '')}`;
    if (this.credentials !== undefined && request.headers.authorization !== authorization)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    const child = spawn(PROGRAM, [], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: this.#directory,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.receivepack',
        GIT_CONFIG_VALUE_0: 'true',
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method,
        REMOTE_ADDR: '127.0.0.1',
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => {});
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('close', () => respond(Buffer.concat(chunks), response, this.most));
  }
}

// The output of a CGI program: headers, an empty line, and the body.
const respond = (output: Buffer, response: ServerResponse, most: number): void => {
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .toString('latin1', 0, Math.max(0, end))
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);
  const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
  response.writeHead(
    Number.parseInt(status, 10),
    Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
  );
  const body = output.subarray(end + 4);
  if (body.length > most) response.write(body.subarray(0, most));
  else response.end(body);
};
