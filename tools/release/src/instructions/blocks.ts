// Commands in documents: each runs verbatim, or the document says why only a person can run it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourceFiles } from '@mcp/repo/src/workspace.ts';

/** The commands of one code block. */
export interface Block {
  /** The document, relative to the root. */
  readonly path: string;
  readonly text: string;
  /** The reason that only a person runs it: the comment `<!-- by hand: … -->` before the block. */
  readonly byHand: string | undefined;
}

/** The documents for people who use the servers or write one. */
const READ =
  /^(?:README\.md|tools\/site\/guide\/[\w-]+\.md|servers\/[\w-]+\/README\.md|packages\/[\w-]+\/README\.md)$/;

const BLOCK = /(?:<!-- by hand: ([^\n]*?) -->\n\n)?^```sh\n([\s\S]*?)^```$/gm;

/** Returns the blocks of a text. */
export const blocksIn = (path: string, text: string): Block[] =>
  [...text.matchAll(BLOCK)].map(([, byHand, commands = '']) => ({ path, text: commands, byHand }));

/** All blocks in these documents. */
export const blocks: readonly Block[] = sourceFiles
  .filter(({ path }) => READ.test(path))
  .flatMap(({ path, text }) => blocksIn(path, text));

const STEPS = readFileSync(join(root, '.ci/run'), 'utf8');

/** Returns whether a line is literally a step of `.ci/run`, which runs it there. */
export const isStep = (line: string): boolean => {
  const command = line.replace(/ +#.*/, '').trim();
  return (
    /^npx -y pnpm@12 [\w:]+$/.test(command) && new RegExp(`^(?:step|count) ${command}$`, 'm').test(STEPS)
  );
};

/** Returns the commands of a block that no step runs. */
export const toRun = ({ text }: Block): string =>
  text
    .split('\n')
    .filter((line) => !isStep(line))
    .join('\n')
    .trim();
