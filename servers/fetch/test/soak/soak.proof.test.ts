// Many fetches from many origins of a site that misbehaves in forty ways: every call is answered with its page or the
// site's error, and the memory of the server process does not grow. Prints how long other calls wait. SOAK=20000 is the
// long form, over 500 origins.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { site } from '../site.ts';
import { misbehave, WAYS } from './misbehaving.ts';

const FETCHES = Number(process.env['SOAK'] ?? 400);
const ORIGINS = Math.min(500, FETCHES / 8);
const AT_ONCE = 40;
const MILLISECONDS_PER_FETCH = 120;
/** For the server alone, after the third tenth and at the end of a run long enough for its memory to settle. */
const MOST_GROWTH = 1.3;
const LONG_RUN = 2000;
/** The server's memory limit at the end of a shorter run, which grows in steps: about 430 after 10,000 fetches. */
const MOST_MEGABYTES = 400;

/** Failure codes that name the site's fault. On a busy machine the time of the whole call ends first. */
const SAID =
  /^Timed out after 15 s\. |\[(?:blocked_by_policy|connection_failed|decoding_failed|dns_failed|http_error|invalid_url|robots_disallowed|bot_challenge|timeout|too_large|too_many_redirects|unsupported_type): the same call/;

interface Result {
  readonly content?: readonly { readonly text?: string }[];
  readonly isError?: boolean;
}

/** The server as its users start it. */
const start = () => {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const flags = ['--allow-cidr', '127.0.0.0/8', '--timeout', '15', '--max-calls-per-minute', '0'];
  const child = spawn(process.execPath, [main, ...flags], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, NO_PROXY: '*' },
  });
  const waiting = new Map<number, (result: Result) => void>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, result = {} } = JSON.parse(line) as { readonly id: number; readonly result?: Result };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  let last = 0;
  return {
    request: (method: string, params: object = {}): Promise<Result> =>
      new Promise((resolve) => {
        const id = (last += 1);
        waiting.set(id, resolve);
        child.stdin.write(
          `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`,
        );
      }),
    /** Returns the memory in megabytes, or undefined if the system does not report it. */
    megabytes: (): number | undefined => {
      if (process.platform !== 'linux') return undefined;
      const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Math.round(Number(kilobytes) / 1024);
    },
    [Symbol.dispose]: () => void child.kill(),
  };
};

test(
  `${FETCHES} fetches from ${ORIGINS} origins that misbehave in ${WAYS.length} ways`,
  { timeout: Math.max(240_000, FETCHES * MILLISECONDS_PER_FETCH) },
  async () => {
    expect(WAYS).toHaveLength(40);
    await using page = await site(misbehave, { host: '0.0.0.0' });
    using server = start();
    const outcomes = new Map<string, number>();
    /** Answers to honest pages without their text. */
    const lost: unknown[] = [];
    const fetchOne = async (number: number): Promise<void> => {
      // One in five is honest.
      const path = number % 5 === 0 ? 'ok' : `way${Math.floor(number / 5) % WAYS.length}`;
      const origin = number % ORIGINS;
      const url = `http://127.0.${1 + Math.floor(origin / 200)}.${origin % 200}:${page.port}/${path}/${number}`;
      const { content = [], isError } = await server.request('tools/call', {
        name: 'fetch',
        arguments: { url, fresh: true },
      });
      const [first] = content;
      const outcome =
        isError === true ? (SAID.exec(first?.text ?? '')?.[0] ?? first?.text ?? '') : 'answered';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (path === 'ok' && first?.text?.includes('Hello') !== true) lost.push(first?.text);
    };
    let next = 0;
    const work = async (): Promise<void> => {
      for (let number = next++; number < FETCHES; number = next++) await fetchOne(number);
    };
    const workers = Promise.all(Array.from({ length: AT_ONCE }, work));
    const done = new AbortController();
    void workers.finally(() => done.abort());
    const pings: number[] = [];
    const sizes: number[] = [];
    while (!done.signal.aborted) {
      const begin = performance.now();
      await server.request('server/discover');
      pings.push(performance.now() - begin);
      sizes.push(server.megabytes() ?? 0);
      await delay(100);
    }
    await workers;
    const sorted = pings.toSorted((a, b) => a - b);
    const at = (share: number): string | undefined => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
    console.log('answers while they run, ms:', { median: at(0.5), p99: at(0.99), longest: at(0.9999) });
    const tenths = Array.from({ length: 10 }, (_, tenth) => sizes[Math.floor((sizes.length * tenth) / 10)]);
    console.log('memory of the server, MB, by tenths:', ...tenths, 'last', sizes.at(-1));
    console.log(Object.fromEntries([...outcomes].map(([outcome, count]) => [outcome.slice(0, 40), count])));
    expect(lost).toEqual([]);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(FETCHES);
    expect([...outcomes.keys()].filter((outcome) => outcome !== 'answered' && !SAID.test(outcome))).toEqual(
      [],
    );
    // On a busy machine the server's threads start only by the third tenth.
    const settled = Math.max(1, tenths[3] ?? 0) * MOST_GROWTH;
    expect(sizes.at(-1)).toBeLessThanOrEqual(FETCHES < LONG_RUN ? MOST_MEGABYTES : settled);
  },
);
