// A server that answers wrongly fails, however fast it is.
import { expect, test } from 'vitest';
import type { ResultCheck } from '../src/client/check-answers.ts';
import { checkAnswers, isEcho, isPong } from '../src/client/check-answers.ts';
import { LineCounter } from '../src/client/line-counter.ts';
import type { Era } from '../src/client/messages.ts';
import { Batch, callEcho, echoText, ping } from '../src/client/messages.ts';

const echoed = { content: [{ type: 'text', text: echoText }] };

function answers(...messages: readonly object[]) {
  const counter = new LineCounter();
  for (const message of messages)
    counter.add(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  return counter.finish();
}

function check(messages: readonly object[], { era = 'legacy', check: isRight = isEcho }: Partial<Kind> = {}) {
  const batch = new Batch(era, isRight === isEcho ? callEcho : ping, { count: 2, skip: 0 });
  checkAnswers(answers(...messages), batch, { era, check: isRight });
}

interface Kind {
  readonly era: Era;
  readonly check: ResultCheck;
}

const [first, second] = [1_000_000, 1_000_001];

test('accepts right answers in any order', () => {
  const echoes = [
    { id: second, result: echoed },
    { id: first, result: echoed },
  ];
  expect(() => check(echoes)).not.toThrow();
  const pongs = echoes.map(({ id }) => ({ id, result: {} }));
  expect(() => check(pongs, { check: isPong })).not.toThrow();
});

test.for<[string, readonly object[]]>([
  ['1 answers to 2 requests', [{ id: first, result: echoed }]],
  [
    'Not a result',
    [
      { id: first, error: { code: -32603, message: 'no' } },
      { id: second, result: echoed },
    ],
  ],
  [
    'Wrong answer',
    [
      { id: first, result: { ...echoed, isError: true } },
      { id: second, result: echoed },
    ],
  ],
  [
    'unknown id',
    [
      { id: first, result: echoed },
      { id: 7, result: echoed },
    ],
  ],
])('says "%s"', ([message, messages]) => {
  expect(() => check(messages)).toThrow(message);
});

test('notices a different answer in the middle by its length', () => {
  const batch = new Batch('legacy', callEcho, { count: 3, skip: 0 });
  const right = { id: first, result: echoed };
  const all = answers(right, { id: second, error: { code: 1 } }, { id: 1_000_002, result: echoed });
  expect(() => checkAnswers(all, batch, { era: 'legacy', check: isEcho })).toThrow('differ in length');
});

test('expects a result type in the modern era', () => {
  const messages = [first, second].map((id) => ({ id, result: echoed }));
  expect(() => check(messages, { era: 'modern' })).toThrow('Not a modern result');
  const modern = messages.map(({ id }) => ({ id, result: { ...echoed, resultType: 'complete' } }));
  expect(() => check(modern, { era: 'modern' })).not.toThrow();
});
