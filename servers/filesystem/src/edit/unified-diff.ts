// Unified diffs. Only the part between the first and the last change is compared.
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { oneLine } from '@mcp/files';
import { countBreaks } from '../text/lines.ts';
import { changedLines } from './changed-lines.ts';

export interface UnifiedDiff {
  /** With a header, and hunks with four lines of context, like the official server. */
  readonly text: string;
  readonly isCut: boolean;
}

const CONTEXT_LINES = 4;
/** Compares more context than it shows, because among equal lines a change could be attributed elsewhere. */
const COMPARED_LINES = 16;
/** Beyond these limits the whole part is shown as removed and added. */
const MAX_MS = 500;
const MAX_DIFFERENCES = 1000;
const MAX_COMPARED_CHARACTERS = 8_388_608;

/** Compares two texts, with CRLF taken as LF. Returns at most `maxBytes`. */
export const unifiedDiff = (path: string, before: string, after: string, maxBytes: number): UnifiedDiff => {
  const { start, oldEnd, newEnd } = changedLines(before, after, COMPARED_LINES);
  const oldText = before.slice(start, oldEnd).replaceAll('\r\n', '\n');
  const newText = after.slice(start, newEnd).replaceAll('\r\n', '\n');
  const isLarge = oldText.length + newText.length > MAX_COMPARED_CHARACTERS;
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_DIFFERENCES, timeout: MAX_MS };
  const patch = isLarge ? undefined : structuredPatch('', '', oldText, newText, '', '', options);
  const line = countBreaks(before, 0, start);
  const hunks = (patch?.hunks ?? [replaced(oldText, newText, maxBytes)]).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + line,
    newStart: hunk.newStart + line,
  }));
  // A line feed in the name would look like a line of the diff.
  const name = oneLine(path);
  const changes = hunks.length === 0 ? '' : formatPatch({ ...NO_NAMES, hunks }, OMIT_HEADERS);
  return cutLines(`${header(name)}${changes}`, maxBytes);
};

const NO_NAMES = { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '' };

// The library would quote paths like git: double every backslash of Windows and escape every umlaut.
const header = (name: string): string =>
  `Index: ${name}\n${'='.repeat(67)}\n--- ${name}\toriginal\n+++ ${name}\tmodified\n`;

export const cutLines = (text: string, maxBytes: number): UnifiedDiff => {
  const bytes = Buffer.from(text);
  const isCut = bytes.length > maxBytes;
  const end = bytes.lastIndexOf('\n', Math.max(0, maxBytes - 1)) + 1;
  return { text: isCut ? bytes.toString('utf8', 0, end) : text, isCut };
};

/** Puts a diff between code fences, like the official server. */
export const fenced = (diff: string): string => {
  const longest = (diff.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${diff}${fence}\n\n`;
};

const replaced = (oldText: string, newText: string, maxBytes: number) => {
  const removed = toLines('-', oldText, maxBytes);
  const added = toLines('+', newText, maxBytes);
  return {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.lines, ...added.lines],
  };
};

/** Lines beyond `maxBytes` are not created, because they would be cut. */
const toLines = (mark: string, text: string, maxBytes: number) => {
  if (text === '') return { lines: [], count: 0 };
  const hasEnd = text.endsWith('\n');
  const count = countBreaks(text, 0, text.length) + (hasEnd ? 0 : 1);
  const shown = text.slice(0, maxBytes);
  const lines = (shown.endsWith('\n') ? shown.slice(0, -1) : shown).split('\n').map((line) => mark + line);
  return {
    lines: hasEnd || shown.length < text.length ? lines : [...lines, '\\ No newline at end of file'],
    count,
  };
};
