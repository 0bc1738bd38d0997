// Runs the official suite and reads what it found. Its exit code and its summary leave out warnings, so neither is
// used.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scenarios to run. */
export interface Selection {
  readonly name: string;
  readonly options: readonly string[];
  /** Only the scenarios of these names. Default: all. */
  readonly only?: RegExp;
  /** How many scenarios that are, without the skipped ones. */
  readonly scenarios: number;
  /** How many checks end well in them, at least. The suite turns some that it cannot make into mere information. */
  readonly checks: number;
}

/** One scenario and what is wrong with it. */
export interface Scenario {
  readonly name: string;
  /** How many checks ended well. */
  readonly ok: number;
  readonly problems: readonly Problem[];
}

/** Something that did not end well. */
export interface Problem {
  readonly kind: 'failed' | 'warning' | 'skipped';
  readonly message: string;
}

/** A check in a file of the suite, with the members that are used. */
interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly description?: string;
  readonly errorMessage?: string;
}

const SUITE = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const TIMEOUT_MS = 60_000;
// Some messages end with the whole message that was wrong.
const MAX_MESSAGE = 600;
const KINDS = { FAILURE: 'failed', WARNING: 'warning', SKIPPED: 'skipped' } as const;

/**
 * Runs one selection against the server at `url`. The files of the suite are in a temporary folder while it runs.
 *
 * @throws {Error} when the suite did not run at all.
 */
export async function runSuite({ options }: Selection, url: string): Promise<Scenario[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  try {
    const output = await execute(['server', '--url', url, ...options, '-o', folder]);
    const names = await readdir(folder);
    if (names.length === 0) throw new Error(`the suite did not run:\n${output}`);
    return await Promise.all(names.toSorted().map((name) => readScenario(folder, name)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function execute(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SUITE, ...args], { timeout: TIMEOUT_MS }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

// A folder is called server-<scenario>-<time>.
async function readScenario(folder: string, directory: string): Promise<Scenario> {
  const name = directory.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
  const file = join(folder, directory, 'checks.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // A scenario that throws leaves no checks.
  if (text === undefined) return { name, ok: 0, problems: [failed('the scenario was not completed')] };
  const checks = JSON.parse(text) as readonly Check[];
  const ok = checks.filter(({ status }) => status === 'SUCCESS').length;
  const problems = checks.flatMap(toProblem);
  if (ok === 0 && problems.length === 0) problems.push(failed('the scenario checked nothing'));
  return { name, ok, problems };
}

function toProblem({ id, status, description, errorMessage }: Check): Problem[] {
  if (status === 'SUCCESS' || status === 'INFO') return [];
  const message = `${id}: ${errorMessage ?? description ?? 'no message'}`;
  return [{ kind: KINDS[status], message: message.slice(0, MAX_MESSAGE) }];
}

function failed(message: string): Problem {
  return { kind: 'failed', message };
}
