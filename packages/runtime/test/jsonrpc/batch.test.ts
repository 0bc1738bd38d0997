// The answer to a batch: one array, unless that is longer than a string can be.
import { expect, test } from 'vitest';
import { BatchReply } from '../../src/jsonrpc/batch.ts';
import { RESULT, type Answer } from '../../src/jsonrpc/channel.ts';

interface Sent {
  readonly length: number;
  readonly answer: Answer | undefined;
}

const replyTo = (texts: readonly string[]): Sent[] => {
  const sent: Sent[] = [];
  const batch = new BatchReply({ send: (text, answer) => sent.push({ length: text.length, answer }) });
  for (const _ of texts) batch.expect();
  batch.seal();
  for (const text of texts) batch.settle(text);
  return sent;
};

test('sends the answers to a batch as one array', () => {
  expect(replyTo(['{"id":1}', '{"id":2}'])).toEqual([{ length: 19, answer: RESULT }]);
});

test('sends answers that are together longer than a string can be as several arrays', () => {
  const text = 'x'.repeat(100_000_000);
  expect(replyTo(Array.from({ length: 6 }, () => text))).toEqual([
    { length: 200_000_003, answer: undefined },
    { length: 200_000_003, answer: undefined },
    { length: 200_000_003, answer: RESULT },
  ]);
});
