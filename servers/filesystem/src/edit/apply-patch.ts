// Applies a patch to several files: makes every new content in memory, then changes all files or none.
import { dirname, join } from 'node:path';
import type { StructuredPatch } from 'diff';
import { FileError } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { SearchPool } from '../search/pool.ts';
import { detectCharset } from '../text/charset.ts';
import { toEditedBytes } from './edited-bytes.ts';
import type { FilePatch } from './parse-patch.ts';

/** The text of a file and what is to become of it. Plain data, so that it can be sent to a thread. */
export interface PatchTask {
  readonly content: string;
  readonly hunks: StructuredPatch['hunks'];
  readonly path: string;
}

/** What becomes of one file, not written yet. */
export interface PatchedFile {
  /** Absent for a new file. */
  readonly from?: string;
  readonly etag?: string;
  /** Absent for a file that is deleted. */
  readonly to?: string;
  readonly content: Uint8Array;
  readonly added: number;
  readonly removed: number;
}

/** What a patch is applied to. */
export interface PatchPlace {
  readonly files: FileSystem;
  readonly searches: SearchPool;
  /** The directory below which the paths of the patch are. */
  readonly path: string;
  readonly signal: AbortSignal;
}

const MAX_BYTES = 8_388_608;
const BOM = '\uFEFF';

/**
 * Makes the new content of every file, and changes nothing.
 *
 * @throws {FileError} `patch_does_not_fit`, and whatever reading throws.
 */
export const preparePatch = async (
  place: PatchPlace,
  patches: readonly FilePatch[],
): Promise<PatchedFile[]> => {
  const prepared: PatchedFile[] = [];
  for (const patch of patches) prepared.push(await prepareFile(place, patch));
  return prepared;
};

const prepareFile = async (place: PatchPlace, patch: FilePatch): Promise<PatchedFile> => {
  const at = (name: string): string =>
    /^(?:[/~]|[A-Za-z]:[\\/])/.test(name) ? name : join(place.path, name);
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  const to = patch.to === undefined ? {} : { to: at(patch.to) };
  const counts = { ...to, added: count('+'), removed: count('-') };
  if (patch.from === undefined) return { ...counts, content: Buffer.from(await patchText(place, patch, '')) };
  const from = at(patch.from);
  const { etag, bytes } = await place.files.read(from, async (file) => ({
    etag: file.state.etag,
    bytes: await file.readWhole(MAX_BYTES),
  }));
  if (bytes === undefined)
    throw new FileError('too_large', `${from} has more than ${MAX_BYTES} bytes; nothing was changed.`);
  const charset = await detectCharset(bytes);
  if (charset === undefined)
    throw new FileError(
      'edit_not_text',
      `${from} is not text, so it cannot be patched. Nothing was changed.`,
    );
  const before = charset.decode(bytes);
  const mark = before.startsWith(BOM) ? BOM : '';
  const after = mark + (await patchText(place, patch, before.slice(mark.length)));
  if (patch.to === undefined && after !== mark) throw doesNotFit(from, 'it would delete only a part of it');
  const content = after === before ? bytes : toEditedBytes({ bytes, charset, before, after });
  return { ...counts, from, etag, content };
};

const patchText = async (
  { searches, files, path: top, signal }: PatchPlace,
  { from, to, hunks }: FilePatch,
  content: string,
): Promise<string> => {
  const { rules } = await files.scope(top);
  const path = from ?? to ?? '';
  const task = { rules, path: top, gitignore: false, query: { content, hunks, path }, signal };
  const patched = await searches.run('patchText', task);
  if (patched === false) throw doesNotFit(path, 'its lines are not in the file');
  return patched;
};

const doesNotFit = (path: string, why: string): FileError =>
  new FileError('patch_does_not_fit', `The patch does not fit ${path}: ${why}. Nothing was changed.`, {
    hint: 'Read the file again and make the patch anew, or use edit_file.',
  });

/** Changes all files. Run it in a change that is made whole or not at all. */
export const writePatched = async (
  files: FileSystem,
  prepared: readonly PatchedFile[],
  signal: AbortSignal,
): Promise<void> => {
  for (const { from, to, etag, content } of prepared) {
    if (to === undefined) {
      if (from !== undefined) await files.remove(from, { ifMatch: etag, signal });
    } else if (from === undefined) {
      await files.write(to, content, { mode: 'create', createParents: true, signal });
    } else {
      const { state } = from === to ? { state: { etag } } : await moveTo(files, { from, to, etag });
      await files.write(to, content, { ifMatch: state.etag, signal });
    }
  }
};

const moveTo = async (
  files: FileSystem,
  { from, to, etag }: { readonly from: string; readonly to: string; readonly etag: string | undefined },
) => {
  await files.makeDirectory(dirname(to));
  return files.move(from, to, { ifMatch: etag });
};
