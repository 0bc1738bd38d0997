// A client of the official server gets the same from ours, except where that is better: recorded answers.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';
import { calls, compared, makeWorld, placed } from './calls.ts';

const { answers } = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8')) as {
  readonly answers: readonly unknown[];
};

test('answers as the official server did', async () => {
  using dir = temporary();
  const root = dir.at('world');
  makeWorld(root);
  expect(answers).toHaveLength(calls.length);
  await using client = await connect(serve([root]), { revision: '2025-06-18', transport: 'stdio' });
  const same: boolean[] = [];
  for (const { name, arguments: args } of calls) {
    const params = { name, arguments: placed(args, root) as { [name: string]: unknown } };
    const answer = compared(await client.request('tools/call', params), root);
    same.push(isDeepStrictEqual(answer, answers[same.length]));
  }
  const shown = (isSame: (index: number) => boolean): string[] =>
    calls.map(
      (call, index) => `${isSame(index) ? 'same' : 'other'}: ${call.name} ${JSON.stringify(call.arguments)}`,
    );
  // A difference that is gone is to be taken from the list.
  expect(shown((index) => same[index] === true)).toEqual(
    shown((index) => calls[index]?.differs === undefined),
  );
});
