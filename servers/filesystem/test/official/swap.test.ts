// A client of the official server gets the same from ours, except where that is better: recorded answers.
import { readFileSync } from 'node:fs';
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
  for (const [index, { name, arguments: args, differs }] of calls.entries()) {
    const result = await client.request('tools/call', {
      name,
      arguments: placed(args, root) as { [name: string]: unknown },
    });
    const answer = { name, args, ...compared(result, root) };
    const official = { name, args, ...(answers[index] as object) };
    if (differs === undefined) expect(answer).toEqual(official);
    // A difference that is gone is to be taken from the list.
    else expect(answer).not.toEqual(official);
  }
});
