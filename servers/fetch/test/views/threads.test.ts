// Threads that make views: many at once, given up after a time, cancelled, and out of memory.
import { expect, test } from 'vitest';
import type { ViewJob } from '../../src/views/view.ts';
import { ViewThreads } from '../../src/views/view-threads.ts';

const { signal } = new AbortController();

const page = (html: string): ViewJob => ({
  body: Buffer.from(html),
  contentType: 'text/html',
  isHtml: true,
  url: 'https://example.com/',
  format: 'markdown',
  simplify: true,
});

/** Each line break must be looked for from every place before it. */
const slow = page(`<pre>${'<b>'.repeat(100_000)}`);

const use = async (deadlineMs: number, work: (threads: ViewThreads) => Promise<void>): Promise<void> => {
  const threads = new ViewThreads(deadlineMs);
  await work(threads);
  await threads.close();
};

test('many pages at once', () =>
  use(20_000, async (threads) => {
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, index) => threads.read(page(`<p>${index}`), signal)),
    );
    expect(pages.map(({ text }) => text)).toEqual(Array.from({ length: 10 }, (_, index) => String(index)));
  }));

test('a page that takes too long is given up, and the next one is read', () =>
  use(300, async (threads) => {
    await expect(threads.read(slow, signal)).rejects.toMatchObject({ code: 'too_large', retryable: false });
    await use(20_000, async (others) => {
      expect(await others.read(page('<p>a'), signal)).toMatchObject({ text: 'a' });
    });
  }));

test('a call that is cancelled', () =>
  use(20_000, async (threads) => {
    const controller = new AbortController();
    const reading = threads.read(slow, controller.signal);
    controller.abort(new Error('not wanted'));
    await expect(reading).rejects.toThrow('not wanted');
    expect(await threads.read(page('<p>a'), signal)).toMatchObject({ text: 'a' });
  }));

test('what views fail with comes back as it was', () =>
  use(20_000, async (threads) => {
    await expect(threads.read({ ...page('<p>a'), selector: 'p[' }, signal)).rejects.toMatchObject({
      code: 'invalid_selector',
    });
    await expect(threads.read({ ...page('<p>a'), selector: '#b' }, signal)).rejects.toMatchObject({
      code: 'no_match',
    });
  }));
