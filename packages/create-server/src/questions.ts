// Questions to a user at a terminal.
import type { Readable, Writable } from 'node:stream';
import { cancel, isCancel, multiselect, text } from '@clack/prompts';
import { faultOfName } from './name.ts';
import { type Part, PART_NAMES, PARTS } from './parts.ts';

/** The answers. Before the questions, those of the command line. */
export interface Answers {
  readonly name: string | undefined;
  readonly parts: readonly Part[];
}

/** The terminal. Default: that of this process. */
export interface Terminal {
  readonly input?: Readable;
  readonly output?: Writable;
}

const askName = (terminal: Terminal) =>
  text({
    message: 'What is the package called?',
    placeholder: 'weather, or @me/weather',
    validate: (value) => faultOfName(value ?? ''),
    ...terminal,
  });

const askParts = (parts: readonly Part[], terminal: Terminal) =>
  multiselect({
    message: 'What does the server offer?',
    options: PART_NAMES.map((part) => ({ value: part, label: `${part}: ${PARTS[part].description}` })),
    initialValues: [...parts],
    ...terminal,
  });

/** Asks for the name, unless it is given, and for the parts. Returns undefined after Ctrl-C. */
export const askQuestions = async (given: Answers, terminal: Terminal = {}): Promise<Answers | undefined> => {
  const name = given.name ?? (await askName(terminal));
  const parts = isCancel(name) ? name : await askParts(given.parts, terminal);
  if (!isCancel(name) && !isCancel(parts)) return { name, parts };
  cancel('Nothing was written.', terminal);
  return undefined;
};
