// A patch in a page: its files, and what is not part of a file that begins in it.
import { visible, type CallResult } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { File } from './file.tsx';
import type { Parsed } from './parse.ts';

/** The texts of a result: the patch is the first, the others say what is left out. */
export const textsOf = ({ content = [] }: CallResult): string[] => content.map(({ text = '' }) => text);

/** Where the next page of a patch begins; undefined at the end. */
export const cursorIn = ({ _meta: { next_cursor: cursor } = {} }: CallResult): string | undefined =>
  typeof cursor === 'string' ? cursor : undefined;

interface PatchProps {
  readonly patch: Parsed;
  readonly isFolded?: boolean;
}

/** The files of a patch. */
export const Patch = ({ patch: { rest, files }, isFolded = false }: PatchProps): ComponentChild => (
  <div>
    {rest !== '' && <pre tabIndex={0}>{visible(rest)}</pre>}
    {files.map((file) => (
      <File key={file.name} file={file} isFolded={isFolded} />
    ))}
  </div>
);
