// A server that answers wrongly fails, however fast it is.
import { expect, test } from 'vitest';
import { checkAnswers, isEcho } from '../src/client/check-answers.ts';
import { Batch, callEcho, echoText, type Era } from '../src/client/messages.ts';

const result = { content: [{ type: 'text', text: echoText }] };
const [first, second, third] = [1_000_000, 1_000_001, 1_000_002];

function check(messages: readonly object[], { count = 2, era = 'legacy', rest = '' }: Partial<Kind> = {}) {
  const batch = new Batch(era, callEcho, { count, skip: 0 });
  const lines = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  // Chunks may end anywhere.
  const chunks = [...Buffer.from(lines.join('') + rest)].map((byte) => Buffer.from([byte]));
  checkAnswers(chunks, batch, { era, check: isEcho });
}

interface Kind {
  readonly count: number;
  readonly era: Era;
  readonly rest: string;
}

const right = { id: first, result };

test('accepts right answers in any order, and a single one', () => {
  expect(() => check([{ id: second, result }, right])).not.toThrow();
  expect(() => check([right], { count: 1 })).not.toThrow();
});

test.for<[string, readonly object[]]>([
  ['1 answers to 2 requests', [right]],
  ['Not a result', [{ id: second, error: { code: -32603, message: 'no' } }, right]],
  ['Wrong answer', [{ id: second, result: { ...result, isError: true } }, right]],
  ['unknown id', [right, { id: 7, result }]],
])('says "%s"', ([message, messages]) => {
  expect(() => check(messages)).toThrow(message);
});

test('refuses output after the last line', () => {
  expect(() => check([right, { id: second, result }], { rest: 'tw' })).toThrow('Unexpected output: tw');
});

test('notices a different answer in the middle by its length', () => {
  const messages = [right, { id: second, error: { code: 1 } }, { id: third, result }];
  expect(() => check(messages, { count: 3 })).toThrow('differ in length');
});

test('expects a result type in the modern era', () => {
  const messages = [first, second].map((id) => ({ id, result }));
  expect(() => check(messages, { era: 'modern' })).toThrow('Not a modern result');
  const modern = messages.map(({ id }) => ({ id, result: { ...result, resultType: 'complete' } }));
  expect(() => check(modern, { era: 'modern' })).not.toThrow();
});
