// Server processes for tests: run to their end, or listening on loopback.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export const onWindows = process.platform === 'win32';

/** Metadata of any 2026-07-28 request. */
export const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Returns the path of a test server. */
export const programOf = (name: string): string => join(import.meta.dirname, `${name}.ts`);

interface Start {
  readonly env?: NodeJS.ProcessEnv;
  /** Options of Node.js. */
  readonly node?: readonly string[];
}

// Inherited OTEL_ variables would interfere.
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_')),
);

const start = (name: string, args: readonly string[], { env, node = [] }: Start) =>
  spawn(process.execPath, [...node, programOf(name), ...args], { env: { ...inherited, ...env } });

/** The outcome of a process. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a server to its end with `input` as its stdin. */
export async function run(
  name: string,
  args: readonly string[],
  { input = '', ...how }: Start & { readonly input?: string } = {},
): Promise<Run> {
  const child = start(name, args, how);
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** Sends requests and ends the input. Also returns the answers, sorted by id. */
export async function ask(
  name: string,
  args: readonly string[],
  requests: readonly object[],
  how: Start = {},
) {
  const lines = requests.map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
  const ended = await run(name, args, { ...how, input: lines.join('') });
  const answers = ended.stdout.split('\n').filter((line) => line !== '');
  return { ...ended, answers: answers.map((line) => JSON.parse(line)).toSorted((a, b) => a.id - b.id) };
}

const HTTP = ['--transport', 'http', '--port', '0'];

/** Runs an HTTP server that must end because its flags are wrong. */
export const runHttp = (name: string, flags: readonly string[], how: Start = {}): Promise<Run> =>
  run(name, [...HTTP, ...flags], how);

/** A listening server; disposing kills it. */
export interface Listening extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its lines on stderr. */
  readonly lines: readonly string[];
  /** The exit code and the signal. */
  readonly closed: Promise<unknown[]>;
}

/** Starts a server and waits until it reports its URL. */
export async function listen(
  name: string,
  flags: readonly string[] = [],
  how: Start = {},
): Promise<Listening> {
  const child = start(name, [...HTTP, ...flags], how);
  child.stdout.resume();
  const closed = once(child, 'close');
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      const [found] = / listens at (http:\S+)/.exec(line)?.slice(1) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`${name} has ended: ${lines.join('\n')}`)));
  });
  const end = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
  };
  return { url, child, lines, closed, [Symbol.asyncDispose]: end };
}

/** Makes one package unresolvable, as if not installed. */
export const without = (missing: string): Start => {
  const hooks = `
    export const resolve = (specifier, context, next) =>
      next(specifier === '${missing}' ? '${missing}-is-not-here' : specifier, context)
        .catch((error) => { error.message = error.message.replace('-is-not-here', ''); throw error; });`;
  const data = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(data(hooks))}, ${JSON.stringify(import.meta.url)});`;
  return { node: ['--import', data(register)] };
};
