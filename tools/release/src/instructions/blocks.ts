// The commands that documents print: each is run as it stands, or says why only a person can.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourceFiles } from '@mcp/repo/src/workspace.ts';

/** The commands of one code block. */
export interface Block {
  /** The document, relative to the root. */
  readonly path: string;
  readonly text: string;
  /** Why nobody but a person runs it: the comment `<!-- by hand: … -->` before the block. */
  readonly byHand: string | undefined;
}

/** What people read who use the servers or write one. */
const READ =
  /^(?:README\.md|tools\/site\/guide\/[\w-]+\.md|servers\/[\w-]+\/README\.md|packages\/[\w-]+\/README\.md)$/;

const BLOCK = /(?:<!-- by hand: ([^\n]*?) -->\n\n)?^```sh\n([\s\S]*?)^```$/gm;

/** The blocks of a text. */
export const blocksIn = (path: string, text: string): Block[] =>
  [...text.matchAll(BLOCK)].map(([, byHand, commands = '']) => ({ path, text: commands, byHand }));

/** All blocks that people read. */
export const blocks: readonly Block[] = sourceFiles
  .filter(({ path }) => READ.test(path))
  .flatMap(({ path, text }) => blocksIn(path, text));

const STEPS = readFileSync(join(root, '.ci/run'), 'utf8');

/** Whether a line is a step of `.ci/run`, word for word: then it is run there. */
export const isStep = (line: string): boolean => {
  const command = line.replace(/ +#.*/, '').trim();
  return (
    /^npx -y pnpm@12 [\w:]+$/.test(command) && new RegExp(`^(?:step|count) ${command}$`, 'm').test(STEPS)
  );
};

/** What is left to run of a block. */
export const toRun = ({ text }: Block): string =>
  text
    .split('\n')
    .filter((line) => !isStep(line))
    .join('\n')
    .trim();
