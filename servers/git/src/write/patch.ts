// Hunks: stages or unstages some hunks of a diff with `git apply --cached`, as `git add --patch` does.
import type { ToolError } from '@mcp/runtime';
import { readNumstat, type ChangedFile } from '../read/numstat.ts';
import { splitLines, splitRecords } from '../read/records.ts';
import { shownName, toBytes, type Option, type Read, type Run, type TreePath } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { placeHunks } from './place-hunks.ts';

/** The hunks, as an argument. */
export const patchArgument = { type: 'string', minLength: 1, maxLength: 2_000_000 } as const;

/** The commands of a change; a dry run has no `run`. */
export interface Runs {
  readonly read: Read;
  readonly run: Run | undefined;
}

/**
 * Applies a patch to the index, or reverses it there: all of it or nothing. Returns its files.
 *
 * @throws {ToolError} if it is not a patch, does not apply, names a file out of reach, or would stage content that the
 * file does not have.
 */
export const applyToIndex = async (
  repository: Repository,
  { read, run }: Runs,
  { patch, reverse }: { readonly patch: string; readonly reverse: boolean },
): Promise<ChangedFile[]> => {
  const input = placeHunks(patch.endsWith('\n') ? patch : `${patch}\n`, reverse);
  // Count first: this also returns the names as git reads them from the patch.
  const fixed: Option[] = ['--whitespace=nowarn', '-p1'];
  if (!isOfPlainParts(input)) fixed.push('--recount');
  const form = { name: 'apply', input, answers: [1, 128] } as const;
  const counted = toApplied(await read({ ...form, options: ['--numstat', '-z', ...fixed] }));
  const files: ChangedFile[] = [];
  const numstat = readNumstat((file) => files.push(file));
  for (const record of splitRecords(counted)) numstat(record);
  const paths = files.map(({ path }) => repository.toPath(path, 'patch'));
  // git_diff prints U+FFFD for bytes that are not UTF-8. The index would lose them.
  const sign = reverse ? '-' : '+';
  if (splitLines(input).some((line) => line.startsWith(sign) && line.includes('\uFFFD')))
    throw toRefusal('The patch has the character U+FFFD, which stands for bytes that are not UTF-8');
  if (!reverse) await checkFilters(read, paths);
  const options: Option[] = [...fixed, '--cached'];
  if (reverse) options.push('--reverse');
  toApplied(await (run?.({ ...form, options }) ?? read({ ...form, options: ['--check', ...options] })));
  return files;
};

const toRefusal = (why: string): ToolError =>
  refusal('unsupported', `${why}. Nothing was changed.`, 'Take the whole file instead of a patch.');

// With a filter, the index would need other content than the patch shows.
const checkFilters = async (run: Read, paths: readonly TreePath[]): Promise<void> => {
  const input = toBytes(paths.map((path) => `${path}\0`).join(''));
  const { text } = await run({ name: 'check-attr', options: ['-z', '--stdin', '--all'], input });
  // Path, attribute and value of each attribute that is set.
  const fields = splitRecords(text);
  const at = fields.findIndex(
    (field, index) => index % 3 === 1 && field === 'filter' && fields[index + 1] !== 'unset',
  );
  if (at !== -1) throw toRefusal(`A filter changes ${shownName(fields[at - 1] ?? '')} when it is staged`);
};

const toApplied = ({ code, text, errors }: Awaited<ReturnType<Read>>): string => {
  if (code === 0) return text;
  throw toProblem(errors);
};

// Without the line `diff --git`, git counts the header of the next file as part of the hunk before.
const isOfPlainParts = (patch: string): boolean => {
  const lines = patch.split('\n');
  const isPart = (line: string, at: number): boolean =>
    line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');
  return !lines.some((line) => line.startsWith('diff --git ')) && lines.filter(isPart).length > 1;
};

const toProblem = (errors: string): ToolError => {
  const lines = splitLines(errors);
  const failed = lines.flatMap((each) => {
    const [, path, line] = /^error: patch failed: (.*):(\d+)$/.exec(each) ?? [];
    return path === undefined ? [] : [`${path} at line ${line}`];
  });
  if (failed.length > 0)
    return refusal(
      'conflict',
      `The patch does not apply to the index: ${failed.join(', ')}. Nothing was changed.`,
      'Take it from git_diff as it is now, with its context lines; leave out whole hunks, or turn a "-" line into context.',
    );
  const said = lines
    .filter((line) => !line.startsWith('hint: '))
    .map((line) => line.replace(/^(?:error|fatal): /, ''))
    .join('; ');
  return refusal(
    'failed',
    `git does not take the patch: ${said.slice(0, 1000)}. Nothing was changed.`,
    'Give a unified diff as git_diff prints it, from the line "diff --git a/… b/…" on.',
  );
};

/** A line for each file: `Staged a.txt (+1 -1)`. */
export const toPatchLines = (verb: string, files: readonly ChangedFile[]): string[] =>
  files.map(({ path, additions, deletions }) => `${verb} ${path} (+${additions} -${deletions})`);
