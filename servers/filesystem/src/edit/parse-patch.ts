// Reads a unified diff of several files, as git and diff write it. Models count the lines of a hunk wrongly: they are counted here.
import { parsePatch, type StructuredPatch } from 'diff';
import { FileError } from '../failure.ts';

/** What a patch does with one file. Paths are as they stand in the patch. */
export interface FilePatch {
  /** Absent for a new file. */
  readonly from?: string;
  /** Absent for a file that is deleted. */
  readonly to?: string;
  readonly hunks: StructuredPatch['hunks'];
}

const MAX_CHARS = 1_048_576;
const MAX_FILES = 100;

/**
 * The files of a patch.
 *
 * @throws {FileError} `invalid_patch`.
 */
export const readPatch = (text: string): FilePatch[] => {
  if (text.length > MAX_CHARS)
    throw invalid(`The patch has ${text.length} characters; ${MAX_CHARS} are allowed.`);
  const patches = parse(recount(text.replaceAll('\r\n', '\n').split('\n')).join('\n')).filter(
    ({ hunks, isRename, isCreate, isDelete }) =>
      hunks.length > 0 || isRename === true || isCreate === true || isDelete === true,
  );
  if (patches.length === 0) throw invalid('The patch has no hunk, like @@ -1,2 +1,2 @@.');
  if (patches.length > MAX_FILES)
    throw invalid(`The patch has ${patches.length} files; ${MAX_FILES} are allowed.`);
  return patches.map(toFilePatch);
};

const parse = (text: string): StructuredPatch[] => {
  try {
    return parsePatch(text);
  } catch (error) {
    throw invalid(`The patch cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

const invalid = (problem: string): FileError =>
  new FileError('invalid_patch', `${problem} Nothing was changed.`, {
    hint: 'Give a unified diff, with --- and +++ before the hunks of each file.',
  });

const toFilePatch = (patch: StructuredPatch): FilePatch => {
  const { hunks, oldFileName = '', newFileName = '' } = patch;
  if (patch.isBinary === true || patch.isCopy === true)
    throw invalid(`The patch of ${newFileName} is binary or a copy, which this tool does not make.`);
  const isBoth = oldFileName.startsWith('a/') && newFileName.startsWith('b/');
  const strip = (name: string): string | undefined => {
    if (name === '/dev/null' || name === '') return undefined;
    return isBoth || /^[ab]\//.test(name) ? name.slice(2) : name;
  };
  const [from, to] = [
    patch.isCreate === true ? undefined : strip(oldFileName),
    patch.isDelete === true ? undefined : strip(newFileName),
  ];
  if (from === undefined && to === undefined) throw invalid('A file of the patch has no name.');
  return { hunks, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
};

const HEADER = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;

/** With the counts that the lines of each hunk have. */
const recount = (lines: readonly string[]): string[] => {
  const counted: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, oldStart, newStart, rest = ''] = HEADER.exec(lines[i] ?? '') ?? [];
    if (oldStart === undefined) {
      counted.push(lines[i] ?? '');
      continue;
    }
    const body = hunkAt(lines, i + 1);
    const count = (marks: string): number => body.filter((line) => marks.includes(line.charAt(0))).length;
    counted.push(`@@ -${oldStart},${count(' -')} +${newStart},${count(' +')} @@${rest}`, ...body);
    i += body.length;
  }
  return counted;
};

/** The lines of a hunk. An empty one is an empty line of the file whose space was lost, unless it ends the patch. */
const hunkAt = (lines: readonly string[], start: number): string[] => {
  const body: string[] = [];
  for (let i = start; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const isNextFile = line.startsWith('--- ') && lines[i + 1]?.startsWith('+++ ') === true;
    if (isNextFile || !/^(?:[ +\\-]|$)/.test(line)) break;
    body.push(line === '' ? ' ' : line);
  }
  while (body.at(-1) === ' ' && lines[start + body.length - 1] === '') body.pop();
  return body;
};
