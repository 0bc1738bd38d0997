// Many fetches from many origins of a site that misbehaves in forty ways: every call is answered with its page or with what
// the site did. Prints how long other calls wait meanwhile, and the memory of this process, which holds the site and all that
// the client received too. SOAK=20000 is the long form, over 500 origins.
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve } from '../setup.ts';
import { site } from '../site.ts';
import { misbehave, WAYS } from './misbehaving.ts';

const FETCHES = Number(process.env['SOAK'] ?? 400);
const ORIGINS = Math.min(500, FETCHES / 8);
const AT_ONCE = 40;
const MINUTES_PER_FETCH = 60 / 60_000;

/** Codes of failures that say what the site did. */
const SAID =
  /\[(?:blocked_by_policy|connection_failed|decoding_failed|dns_failed|http_error|invalid_url|robots_disallowed|bot_challenge|timeout|too_large|too_many_redirects|unsupported_type): the same call/;

test(
  `${FETCHES} fetches from ${ORIGINS} origins that misbehave in ${WAYS.length} ways`,
  { timeout: Math.max(120_000, FETCHES * MINUTES_PER_FETCH * 60_000) },
  async () => {
    expect(WAYS).toHaveLength(40);
    await using page = await site(misbehave);
    const server = serve({ 'max-bytes': 1_000_000, timeout: 8, 'cache-ttl': 0 }, async (name) =>
      /^s\d+\.test$/.test(name)
        ? [{ address: '127.0.0.1', family: 4 }]
        : Promise.reject(new Error('ENOTFOUND')),
    );
    await using client = await connect(server, { revision: '2026-07-28' });
    const outcomes = new Map<string, number>();
    /** Answers to honest pages that have not their text. */
    const lost: unknown[] = [];
    const fetchOne = async (number: number): Promise<void> => {
      // One in five is honest.
      const path = number % 5 === 0 ? 'ok' : `way${Math.floor(number / 5) % WAYS.length}`;
      const url = `http://s${number % ORIGINS}.test:${page.port}/${path}/${number}`;
      const { content, isError } = await client.request('tools/call', { name: 'fetch', arguments: { url } });
      const [first] = content as { text?: string }[];
      const outcome =
        isError === true ? (SAID.exec(first?.text ?? '')?.[0] ?? first?.text ?? '') : 'answered';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (path === 'ok' && first?.text?.includes('Hello') !== true) lost.push(first?.text);
    };
    let next = 0;
    const pings: number[] = [];
    const work = async (): Promise<void> => {
      for (let number = next++; number < FETCHES; number = next++) await fetchOne(number);
    };
    const workers = Promise.all(Array.from({ length: AT_ONCE }, work));
    const done = new AbortController();
    void workers.finally(() => done.abort());
    const sizes: number[] = [];
    while (!done.signal.aborted) {
      const start = performance.now();
      await client.request('tools/list');
      pings.push(performance.now() - start);
      sizes.push(process.memoryUsage().rss);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await workers;
    expect(lost).toEqual([]);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(FETCHES);
    expect([...outcomes.keys()].filter((outcome) => outcome !== 'answered' && !SAID.test(outcome))).toEqual(
      [],
    );
    const sorted = pings.toSorted((a, b) => a - b);
    const megabytes = sizes.map((bytes) => Math.round(bytes / 2 ** 20));
    const median = sorted[Math.floor(sorted.length / 2)]?.toFixed(1);
    console.log('answers while they run, ms:', {
      median,
      p99: sorted[Math.floor(sorted.length * 0.99)]?.toFixed(1),
    });
    console.log('memory, MB:', {
      first: megabytes[0],
      middle: megabytes[Math.floor(megabytes.length / 2)],
      last: megabytes.at(-1),
    });
    console.log(Object.fromEntries([...outcomes].map(([outcome, count]) => [outcome.slice(0, 40), count])));
  },
);
