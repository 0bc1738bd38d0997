// The answer to a batch: one array.
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

test('reports answers whose total exceeds the maximum string length', () => {
  const texts = Array.from({ length: 6 }, () => 'x'.repeat(100_000_000));
  const sent: string[] = [];
  const batch = new BatchReply({ send: (text) => sent.push(text) });
  for (const _ of texts) batch.expect();
  batch.seal();
  for (const text of texts) batch.settle(text);
  expect(sent.map((text): unknown => JSON.parse(text))).toEqual([
    { jsonrpc: '2.0', error: { code: -32603, message: expect.stringContaining('ask for less') } },
  ]);
});
