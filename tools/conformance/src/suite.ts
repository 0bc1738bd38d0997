// Runs the official suite and reads its results. Ignores its exit code and summary, because both leave out warnings.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scenarios to run. */
export interface Selection {
  readonly name: string;
  readonly options: readonly string[];
  /** Runs only the scenarios whose names match. Default: all. */
  readonly only?: RegExp;
  /** The number of these scenarios, without skipped ones. */
  readonly scenarios: number;
  /** The minimum number of successful checks. The suite reports some impossible checks as mere information. */
  readonly checks: number;
}

/** A scenario and its problems. */
export interface Scenario {
  readonly name: string;
  /** The number of successful checks. */
  readonly ok: number;
  readonly problems: readonly Problem[];
}

/** A check that did not succeed. */
export interface Problem {
  readonly kind: 'failed' | 'warning' | 'skipped';
  readonly message: string;
}

/** The used members of a check in a result file of the suite. */
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
 * Runs one selection against the server at `url`, with the suite's files in a temporary folder.
 *
 * @throws {Error} if the suite did not run at all.
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

// A folder is named server-<scenario>-<time>.
async function readScenario(folder: string, directory: string): Promise<Scenario> {
  const name = directory.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
  const file = join(folder, directory, 'checks.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // A scenario that throws writes no checks.
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
