// Processes that make texts: many at once, timed out, cancelled, and out of memory.
import { expect, test } from 'vitest';
import { ProcessPool } from '../../src/page/process-pool.ts';
import type { TextJob } from '../../src/page/text.ts';

const turn = { signal: new AbortController().signal };

const page = (html: string): TextJob => ({
  body: Buffer.from(html),
  contentType: 'text/html',
  kind: 'html',
  url: 'https://example.com/',
  format: 'markdown',
});

/** Each element examines all before it, and each of those all before it. */
const slow = { ...page('<b>a</b>'.repeat(20_000)), selector: 'u ~ b ~ b' };

const use = async (deadlineMs: number, work: (processes: ProcessPool) => Promise<void>): Promise<void> => {
  const processes = new ProcessPool({ deadlineMs, maxMemoryMb: 64 });
  await work(processes);
  await processes.close();
};

test('many pages at once', () =>
  use(20_000, async (processes) => {
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, index) => processes.run(page(`<p>${index}`), turn)),
    );
    expect(pages.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
  }));

test('a page that takes too long is aborted, and the next one is read', () =>
  use(300, async (processes) => {
    await expect(processes.run(slow, turn)).rejects.toMatchObject({ code: 'too_large', retryable: false });
    await use(20_000, async (others) => {
      expect(await others.run(page('<p>a'), turn)).toMatchObject({ text: 'a' });
    });
  }));

test('a call that is cancelled', () =>
  use(20_000, async (processes) => {
    const controller = new AbortController();
    const reading = processes.run(slow, controller);
    controller.abort(new Error('not wanted'));
    await expect(reading).rejects.toThrow('not wanted');
    expect(await processes.run(page('<p>a'), turn)).toMatchObject({ text: 'a' });
  }));

test('failures of texts cross the process unchanged', () =>
  use(20_000, async (processes) => {
    await expect(processes.run({ ...page('<p>a'), selector: 'p[' }, turn)).rejects.toMatchObject({
      code: 'invalid_selector',
    });
    await expect(processes.run({ ...page('<p>a'), selector: '#b' }, turn)).rejects.toMatchObject({
      code: 'no_match',
    });
  }));

test('a text that exceeds the memory ends only its own process', () =>
  use(20_000, async (processes) => {
    const body = Buffer.from(`[${'{},'.repeat(3_000_000)}{}]`);
    const text = { ...page(''), body, kind: 'text', format: 'json' } as const;
    await expect(processes.run(text, turn)).rejects.toMatchObject({
      code: 'too_large',
      problem: expect.stringContaining('too much memory'),
    });
    expect(await processes.run(page('<p>a'), turn)).toMatchObject({ text: 'a' });
  }));

test('a cancelled call does not wait for busy processes', () =>
  use(20_000, async (processes) => {
    const busy = new AbortController();
    const reading = [1, 2].map(() => processes.run(slow, busy));
    const controller = new AbortController();
    const waiting = processes.run(page('<p>a'), controller);
    const next = processes.run(page('<p>b'), turn);
    controller.abort(new Error('not wanted'));
    await expect(waiting).rejects.toThrow('not wanted');
    busy.abort(new Error('enough'));
    for (const each of reading) await expect(each).rejects.toThrow('enough');
    expect(await next).toMatchObject({ text: 'b' });
  }));
