// Resolution: writes a resolved file to the index, and from there to the working tree.
import { ToolError } from '@mcp/runtime';
import { mergeTaking, readMarked, type Conflict, type Stage } from '../read/conflicts.ts';
import { closed, replaceRegions, type Region } from '../read/regions.ts';
import { shownName, toBytes, type Option, type Run } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';

/** Which side to take; `union` takes ours, then theirs. */
export type Side = 'ours' | 'theirs' | 'union';

/** What one region becomes. */
interface Choice {
  readonly take?: Side | undefined;
  readonly content?: string | undefined;
}

/** How to resolve a file: one of these. `stamp` refuses a file that has changed since it was shown. */
export interface Resolution extends Choice {
  readonly regions?: readonly Choice[];
  readonly stamp?: string;
}

/**
 * Resolves a file.
 *
 * @throws {ToolError} if the resolution does not fit the conflict. Nothing has changed then.
 */
export const resolveConflict = async (
  repository: Repository,
  run: Run,
  conflict: Conflict,
  { take, content, regions, stamp }: Resolution,
): Promise<void> => {
  const marked = await readMarked(repository, conflict);
  const name = shownName(conflict.path);
  if (stamp !== undefined && stamp !== marked.stamp)
    throw refusal(
      'conflict',
      `${name} has changed since its conflict was shown. Nothing was resolved.`,
      'Look at it again.',
    );
  if (content !== undefined) return writeText(run, conflict, content);
  if (regions === undefined && marked.regions.length === 0) {
    const isMerged = marked.type === 'text' && conflict.ours !== undefined && conflict.theirs !== undefined;
    if (take === undefined || !isMerged) return takeSide(run, conflict, take);
    return writeText(run, conflict, await mergeTaking(repository, conflict, take));
  }
  const choices = regions ?? marked.regions.map(() => ({ take }));
  if (choices.length !== marked.regions.length)
    throw new ToolError(
      `${name} has ${marked.regions.length} regions, and ${choices.length} are given. Give one for each, in order; or ` +
        'content for the whole file.',
    );
  const end = marked.text.includes('\r\n') ? '\r\n' : '\n';
  const texts = marked.regions.map((region, at) =>
    toText(region, choices[at] ?? {}, { number: at + 1, end }),
  );
  return writeText(run, conflict, replaceRegions(marked.text, marked.regions, texts));
};

const toText = (
  { ours, theirs }: Region,
  { take, content }: Choice,
  { number, end }: { readonly number: number; readonly end: string },
): string => {
  if ((take === undefined) === (content === undefined))
    throw new ToolError(`Region ${number}: give either take or content.`);
  if (content !== undefined) return closed(content, end);
  if (take === 'union') return closed(ours, end) + theirs;
  return take === 'ours' ? ours : theirs;
};

// A side that deleted the file leaves nothing.
const takeSide = async (run: Run, conflict: Conflict, take: Side | undefined): Promise<void> => {
  if (take === undefined || take === 'union')
    throw new ToolError(
      `${shownName(conflict.path)} has no regions, so take must be "ours" or "theirs"; or give content.`,
    );
  const stage = conflict[take];
  if (stage !== undefined) return writeStage(run, conflict, stage);
  await run({ name: 'rm', options: ['--quiet'], operands: ['--', conflict.path] });
};

const writeText = async (run: Run, conflict: Conflict, text: string): Promise<void> => {
  const { path, ours, theirs } = conflict;
  const mode = (ours ?? theirs)?.mode ?? '100644';
  if (!mode.startsWith('100'))
    throw new ToolError(`${shownName(path)} is not a text. Give take: "ours" or "theirs".`);
  // Git converts line endings as configured for this path.
  const options: Option[] = [`--path=${path}`];
  const written = await run({
    name: 'hash-object',
    options: ['-w', '--stdin', ...options],
    input: toBytes(text),
  });
  return writeStage(run, conflict, { mode, hash: written.text.trim() });
};

const writeStage = async (run: Run, { path }: Conflict, { mode, hash }: Stage): Promise<void> => {
  const input = toBytes(`0 ${'0'.repeat(hash.length)}\t${path}\0${mode} ${hash}\t${path}\0`);
  await run({ name: 'update-index', options: ['-z', '--index-info'], input });
  if (mode.startsWith('160')) return;
  const work = { name: 'checkout-index', options: ['--force', '--index', '-z', '--stdin'] } as const;
  await run({ ...work, input: toBytes(`${path}\0`) });
};
