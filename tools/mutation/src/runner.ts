// Runs each test once as it is, then once more with each mutant that it came across and that no test has noticed yet.
import { setTimeout as sleep } from 'node:timers/promises';
import { TestRunner, vi } from 'vitest';
import type { RunnerTestCase, RunnerTestSuite } from 'vitest';
import { report } from './report.ts';
import { Mutation } from './state.ts';

// A test that takes longer than this as it is runs no mutants: most likely it waits for a process or a timer.
const LONGEST_TEST_MS = Number(process.env['MUTATION_LONGEST_TEST_MS'] ?? 150);
// How long a test may take with a mutant: what it takes without, several times, and some more.
const FACTOR = 10;
const MORE_MS = 1500;
// Most tests run in many places: `2025-11-25 over http, with operations: title`. Each revision is tried in two of them.
const MOST_TRIES_PER_TITLE = 2;
const titleOf = ({ file, suite, name }: RunnerTestCase): string =>
  `${file.name} ${suite?.name ?? ''} ${name.replace(/ over [^:]*: /, ' ')}`;

// What hooks prepare is there once, and a test with a mutant would find it used.
const hasHooks = (suite: RunnerTestSuite | undefined): boolean =>
  suite !== undefined &&
  (TestRunner.getSuiteHooks(suite).beforeEach.length > 0 ||
    (suite !== suite.file && hasHooks(suite.suite ?? suite.file)));

const mutation = new Mutation();
Reflect.set(globalThis, 'mutation', mutation);

const dead = new Set((process.env['MUTATION_DEAD'] ?? '').split('\n'));
const tries = new Map<string, number>();
const all = new Set<string>();

const path = process.env['MUTATION_REPORT'] ?? '/dev/null';

const firstLine = (error: unknown): string => String(error).split('\n', 1)[0]?.slice(0, 200) ?? '';

export default class MutatingRunner extends TestRunner {
  /** Vitest calls it instead of the body of a test. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const body = TestRunner.getTestFn(test);
    mutation.activate(undefined);
    mutation.met.clear();
    const start = performance.now();
    await body();
    const took = performance.now() - start;
    const met = [...mutation.met];
    for (const id of met) {
      if (!all.has(id)) report(path, { met: id });
      all.add(id);
    }
    if (took > LONGEST_TEST_MS || hasHooks(test.suite ?? test.file)) return;
    for (const id of met) {
      if (dead.has(id) || !this.#mayTry(id, titleOf(test))) continue;
      const noticed = await this.#notices(body, id, took);
      vi.useRealTimers();
      if (noticed === undefined) continue;
      dead.add(id);
      report(path, { dead: id, by: `${test.file.name} > ${test.name}`, how: noticed });
    }
    mutation.activate(undefined);
  }

  #mayTry(id: string, title: string): boolean {
    const key = `${id} ${title}`;
    const before = tries.get(key) ?? 0;
    tries.set(key, before + 1);
    return before < MOST_TRIES_PER_TITLE;
  }

  async #notices(body: () => unknown, id: string, took: number): Promise<string | undefined> {
    mutation.activate(id);
    const end = new AbortController();
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);
    try {
      const late = sleep(took * FACTOR + MORE_MS, 'late' as const, { signal: end.signal }).catch(
        () => undefined,
      );
      const first = await Promise.race([Promise.resolve(body()).then(() => undefined), late]);
      return first ?? (unhandled.length > 0 ? `unhandled: ${firstLine(unhandled[0])}` : undefined);
    } catch (error) {
      return firstLine(error);
    } finally {
      process.off('unhandledRejection', onUnhandled).off('uncaughtException', onUnhandled);
      end.abort();
    }
  }
}
