// Patch: shows the files of a patch, page by page, and the server's notes.
import { visible, type CallResult } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { File, FileName, Remarks } from './file.tsx';
import { parsePatch } from './parse.ts';

/** Returns the cursor of the next page, or undefined at the end. */
export const cursorIn = (pages: readonly CallResult[]): string | undefined => {
  const cursor = pages.at(-1)?._meta?.['next_cursor'];
  return typeof cursor === 'string' ? cursor : undefined;
};

// If more pages follow, a note precedes the patch.
const placeIn = (page: CallResult): number => (cursorIn([page]) === undefined ? 0 : 1);

/** Returns the patch of a result. */
export const patchIn = (page: CallResult): string => page.content?.[placeIn(page)]?.text ?? '';

interface PatchProps {
  readonly pages: readonly CallResult[];
  /** Number of characters before the patch on the first page. */
  readonly start?: number;
  /** Whether several files start folded. Otherwise a list of their names precedes them. */
  readonly isList?: boolean;
}

/** Renders the files of a patch. */
export const Patch = ({ pages, start = 0, isList = false }: PatchProps): ComponentChild => {
  const patches = pages.map((page, at) => parsePatch(patchIn(page).slice(at === 0 ? start : 0)));
  const files = patches.flatMap((patch) => patch.files);
  const last = pages.at(-1) ?? {};
  const notes = last.content?.slice(placeIn(last) + 1) ?? [];
  return (
    <div>
      {files.length > 1 && !isList && (
        <ul class="files" aria-label="Files">
          {files.map((file, at) => (
            <li key={at}>
              <button type="button" class="bare" onClick={() => goTo(at)}>
                <FileName {...file} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {patches.map(({ rest, files: ofPage }, page) => (
        <div key={page}>
          {rest !== '' && <pre tabIndex={0}>{visible(rest)}</pre>}
          {ofPage.map((file) => (
            <File key={file.name} file={file} isFolded={isList && files.length > 1} />
          ))}
        </div>
      ))}
      <Remarks texts={notes.map(({ text = '' }) => text)} />
    </div>
  );
};

const goTo = (at: number): void => {
  const file = document.querySelectorAll('details')[at];
  if (file === undefined) return;
  file.open = true;
  file.querySelector('summary')?.focus();
  file.scrollIntoView();
};
