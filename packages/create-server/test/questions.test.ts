// Terminal questions: sends keys and checks the screen.
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type Answers, askQuestions } from '../src/questions.ts';

const ENTER = '\r';
const DOWN = '\u001B[B';
const SPACE = ' ';
const CTRL_C = '\u0003';

/** Answers the questions with one list of keys each. */
const answer = async (
  given: Answers,
  ...questions: { readonly shows: string; readonly keys: string[] }[]
) => {
  const input = new PassThrough();
  const output = new PassThrough();
  let drawn = '';
  output.on('data', (chunk: Buffer) => (drawn += stripVTControlCharacters(chunk.toString())));
  const answers = askQuestions(given, { input, output });
  for (const { shows, keys } of questions) {
    await expect.poll(() => drawn).toContain(shows);
    for (const key of keys) input.write(key);
  }
  return { answers: await answers, drawn };
};

const NOTHING = { name: undefined, parts: ['tool'] } as const;

test('asks for the name and the parts of the server', async () => {
  const { answers } = await answer(
    NOTHING,
    { shows: 'What is the package called?', keys: ['weather', ENTER] },
    { shows: 'What does the server offer?', keys: [DOWN, DOWN, SPACE, ENTER] },
  );
  expect(answers).toEqual({ name: 'weather', parts: ['tool', 'prompt'] });
});

test('explains a wrong name and asks again', async () => {
  const { answers, drawn } = await answer(
    NOTHING,
    { shows: 'What is the package called?', keys: ['f', 's', ENTER] },
    { shows: 'Node.js has a module fs.', keys: ['x', ENTER] },
    { shows: 'What does the server offer?', keys: [ENTER] },
  );
  expect(answers).toEqual({ name: 'fsx', parts: ['tool'] });
  expect(drawn).toContain('Choose another name.');
});

test('does not ask for a name that was given', async () => {
  const { answers, drawn } = await answer(
    { name: 'weather', parts: ['prompt'] },
    { shows: 'What does the server offer?', keys: [ENTER] },
  );
  expect(answers).toEqual({ name: 'weather', parts: ['prompt'] });
  expect(drawn).not.toContain('What is the package called?');
});

test('Ctrl-C ends it', async () => {
  const { answers, drawn } = await answer(NOTHING, { shows: 'What is the package called?', keys: [CTRL_C] });
  expect(answers).toBeUndefined();
  expect(drawn).toContain('Nothing was written.');
});
