// A patch in a page: its files, or the text that it is; and what the server says beside it.
import { visible, type CallResult } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { File } from './file.tsx';
import { parsePatch } from './parse.ts';

/** The texts of a result: the patch is the first, the others say what is left out. */
export const textsOf = ({ content = [] }: CallResult): string[] => content.map(({ text = '' }) => text);

/** Where the next page of a patch begins; undefined at the end. */
export const cursorIn = ({ _meta: { next_cursor: cursor } = {} }: CallResult): string | undefined =>
  typeof cursor === 'string' ? cursor : undefined;

/** The files of a patch, side by side. */
export const Patch = ({ text }: { readonly text: string }): ComponentChild => {
  const files = parsePatch(text);
  if (files === undefined) return <pre tabIndex={0}>{visible(text)}</pre>;
  return (
    <div>
      {files.map((file) => (
        <File key={file.name} {...file} />
      ))}
    </div>
  );
};
