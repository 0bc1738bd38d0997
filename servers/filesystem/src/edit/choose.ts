// Choosing: a change as places that a page shows one by one, and the part of it that the user has accepted.
import { hash } from 'node:crypto';
import { ToolResult, type Context } from '@mcp/runtime';
import type { Confirm } from '@mcp/command-line';
import { FileError } from '../failure.ts';
import type { FileSystem } from '../files/file-system.ts';
import { oneLine } from '../text/one-line.ts';
import { charsetFor, detectCharset } from '../text/charset.ts';
import { lossNote } from '../undo/loss-note.ts';
import { toEditedBytes } from './edited-bytes.ts';
import { changePlaces, showPlace, toPlaces } from './places.ts';
import type { PreparedFile } from './replace-in-files.ts';

/** The argument of a tool with which places are chosen, beside those of the tool that previews them. */
export const choiceInput = {
  accepted: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'integer' } },
    description: 'Change only these places, by the digest of their file; by default return the places.',
  },
} as const;

type PreviewedFile = Omit<PreparedFile, 'count' | 'diff'> & { readonly encoding?: string };

/** A change that was not made yet, and what of it is to be made. */
interface Preview {
  /** Of which the choice is a part. */
  readonly tool: string;
  readonly changed: readonly PreviewedFile[];
  readonly isByLine: boolean;
  readonly accepted?: { readonly [digest: string]: readonly number[] } | undefined;
}

/**
 * Returns the places of a change, or makes those that are accepted, all or none.
 *
 * @throws {FileError} `changed` when a file is not what was shown.
 */
export const choose = async (
  { tool, accepted, changed, isByLine }: Preview,
  files: FileSystem,
  confirm: Confirm,
  ctx: Context,
): Promise<ToolResult> => {
  const choices = await Promise.all(changed.map((file) => toChoice(file, isByLine)));
  if (accepted === undefined) return show(choices);
  const made = accept(choices, accepted);
  const list = made.map(({ path, count }) => `${oneLine(path)}: ${count} of its places`).join('\n');
  const state = hash('sha256', JSON.stringify(accepted), 'base64url');
  await confirm.ask(ctx, { question: `Change these files?\n${list}`, act: 'Make the choice', state });
  const plan = { tool, allOrNone: true };
  const { loss } = await files.change(plan, (changing) => changing.writeAll(made));
  ctx.log('info', { files: made.length }, tool);
  return new ToolResult({ content: `Changed:\n${list}${lossNote(loss)}` });
};

type Choice = Awaited<ReturnType<typeof toChoice>>;

const toChoice = async (file: PreviewedFile, isByLine: boolean) => {
  const charset = await charsetFor(file.encoding ?? (await detectCharset(file.before))?.name ?? 'utf-8');
  const text = charset.decode(file.before);
  const digest = hash('sha256', `${file.path}\0${hash('sha256', file.before)}`);
  const places = toPlaces(text, charset.decode(file.after), isByLine);
  return { path: file.path, etag: file.etag, bytes: file.before, charset, text, digest, places };
};

/** The first so many. To choose from more takes longer than to ask for less at once. */
const MAX_PLACES = 1000;

const show = (choices: readonly Choice[]): ToolResult => {
  let room = MAX_PLACES;
  const files = choices.map(({ path, digest, text, places }) => {
    const shown = places.slice(0, room).map((place) => showPlace(text, place));
    room -= shown.length;
    return { path, digest, count: places.length, places: shown };
  });
  return new ToolResult({ content: `Places in ${files.length} files`, structuredContent: { files } });
};

const accept = (choices: readonly Choice[], accepted: NonNullable<Preview['accepted']>) =>
  Object.entries(accepted).map(([digest, indexes]) => {
    const file = choices.find((choice) => choice.digest === digest);
    const wanted = new Set(indexes);
    const kept = (file?.places ?? []).filter((_, index) => wanted.has(index));
    if (file === undefined || kept.length < wanted.size) throw new FileError('changed', CHANGED);
    const after = toEditedBytes({ ...file, before: file.text, after: changePlaces(file.text, kept) });
    return { ...file, after, count: kept.length };
  });

const CHANGED =
  'A file has changed since its places were shown; nothing was done. Preview the change again, then choose.';
