// Shows what edits changed, as a unified diff. Only the surroundings of each change are compared, not the whole text.
import { countNewlines } from '../text/line-ending.ts';
import type { EditedText } from './apply-edits.ts';
import type { Region } from './regions.ts';

/** A diff and whether all of it is there. */
export interface UnifiedDiff {
  /** With a header, and hunks with four lines around each change, as the official server has them. */
  readonly text: string;
  /** Hunks were left out because of the limit. */
  readonly isCut: boolean;
}

const CONTEXT_LINES = 4;
/** More lines around a change are compared than shown: among equal lines it may seem to lie elsewhere. */
const COMPARED_LINES = 16;
/** With more differences the whole part is shown as removed and added: finding the shortest way would take too long. */
const MAX_DIFFERENCES = 1000;
/** Larger parts are shown as removed and added at once. */
const MAX_COMPARED_BYTES = 1_048_576;
const NEWLINE = 0x0a;

/** A range of whole lines before and after the edits, with the lines around a change. */
interface Window {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: string[];
}

/** The diff of a text before and after its edits. CRLF counts as LF. At most about `maxBytes` of it. */
export const unifiedDiff = async (
  path: string,
  edited: EditedText,
  maxBytes: number,
): Promise<UnifiedDiff> => {
  // Loaded for the first edit.
  const { formatPatch, structuredPatch } = await import('diff');
  const hunks: Hunk[] = [];
  let bytes = 0;
  let isCut = false;
  let line = { old: 0, new: 0, oldAt: 0, newAt: 0 };
  for (const window of toWindows(edited)) {
    line = {
      old: line.old + countNewlines(edited.before, line.oldAt, window.oldStart),
      new: line.new + countNewlines(edited.after, line.newAt, window.newStart),
      oldAt: window.oldStart,
      newAt: window.newStart,
    };
    bytes += window.oldEnd - window.oldStart + window.newEnd - window.newStart;
    isCut = bytes > 2 * maxBytes;
    if (isCut) break;
    const oldText = textOf(edited, edited.before.subarray(window.oldStart, window.oldEnd));
    const newText = textOf(edited, edited.after.subarray(window.newStart, window.newEnd));
    const isSmall = oldText.length + newText.length < MAX_COMPARED_BYTES;
    const options = { context: CONTEXT_LINES, maxEditLength: MAX_DIFFERENCES };
    const patch = isSmall ? structuredPatch('', '', oldText, newText, '', '', options) : undefined;
    for (const hunk of patch?.hunks ?? [replaced(oldText, newText)])
      hunks.push({ ...hunk, oldStart: hunk.oldStart + line.old, newStart: hunk.newStart + line.new });
  }
  const names = { oldFileName: path, newFileName: path, oldHeader: 'original', newHeader: 'modified' };
  return { text: formatPatch({ ...names, hunks }), isCut };
};

/** A diff between fences, as the official server returns it. */
export const fenced = (diff: string): string => {
  const longest = (diff.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${diff}${fence}\n\n`;
};

const textOf = (edited: EditedText, bytes: Buffer): string => edited.decode(bytes).replaceAll('\r\n', '\n');

/** The regions with the lines around them; those that would overlap are one. */
const toWindows = ({ before, regions }: EditedText): Window[] => {
  const windows: Window[] = [];
  for (const region of regions) {
    const window = toWindow(before, region);
    const last = windows.at(-1);
    if (last !== undefined && window.oldStart <= last.oldEnd)
      windows[windows.length - 1] = { ...last, oldEnd: window.oldEnd, newEnd: window.newEnd };
    else windows.push(window);
  }
  return windows;
};

const toWindow = (before: Buffer, region: Region): Window => {
  const oldStart = backLines(before, region.oldStart);
  // The same bytes surround the region before and after.
  const newStart = region.newStart - (region.oldStart - oldStart);
  // A region that takes a line break away joins its last line with the next: from there on lines are whole again.
  const oldEnd = forwardLines(before, region.oldEnd);
  return { oldStart, oldEnd, newStart, newEnd: region.newEnd + (oldEnd - region.oldEnd) };
};

/** The start of the line that an offset is in, with the lines to compare before it. */
const backLines = (bytes: Buffer, offset: number): number => {
  let start = lineStart(bytes, offset);
  for (let lines = 0; lines < COMPARED_LINES && start > 0; lines++) start = lineStart(bytes, start - 1);
  return start;
};

const lineStart = (bytes: Buffer, offset: number): number =>
  offset === 0 ? 0 : bytes.lastIndexOf(NEWLINE, offset - 1) + 1;

/** The end of the line that an offset is in, with the lines to compare after it. */
const forwardLines = (bytes: Buffer, offset: number): number => {
  let end = offset;
  for (let lines = 0; lines <= COMPARED_LINES && end < bytes.length; lines++) {
    const at = bytes.indexOf(NEWLINE, end);
    end = at < 0 ? bytes.length : at + 1;
  }
  return end;
};

const replaced = (oldText: string, newText: string): Hunk => {
  const removed = toLines('-', oldText);
  const added = toLines('+', newText);
  return {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.lines, ...added.lines],
  };
};

const toLines = (mark: string, text: string): { readonly lines: string[]; readonly count: number } => {
  if (text === '') return { lines: [], count: 0 };
  const hasEnd = text.endsWith('\n');
  const lines = (hasEnd ? text.slice(0, -1) : text).split('\n').map((line) => mark + line);
  return { lines: hasEnd ? lines : [...lines, '\\ No newline at end of file'], count: lines.length };
};
