// Random choices of places, beside what git and edit_file make of them.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, temporary } from '../setup.ts';
import { filesOf, type Place } from './chosen-files.ts';

const RUNS = Number(process.env['PROOF_RUNS'] ?? 60);

// A patch with these places, for git to apply: another program with another way.
const toPatch = (places: readonly Place[]): string => {
  let moved = 0;
  const hunks = places.map(({ line, before, after }) => {
    const [old, made] = [linesOf(before), linesOf(after)];
    const [oldAt, newAt] = [old.length === 0 ? line - 1 : line, made.length === 0 ? line - 1 : line];
    const head = `@@ -${oldAt},${old.length} +${newAt + moved},${made.length} @@\n`;
    moved += made.length - old.length;
    return head + mark('-', old) + mark('+', made);
  });
  return `--- a/a.txt\n+++ b/a.txt\n${hunks.join('')}`;
};
const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));
const mark = (sign: string, lines: readonly string[]): string =>
  lines
    .map((line) => sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
    .join('');

const word = fc.constantFrom('one', 'two', 'one two', 'x', '', ' ', 'öne', 'one\r');
const content = fc
  .tuple(fc.array(word, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => `${lines.join('\n')}${ends ? '\n' : ''}`);

test('any choice of places gives what git makes of them as a patch', async () => {
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.constantFrom('1', 'one more', 'a\nb', ''),
      fc.boolean(),
      fc.infiniteStream(fc.boolean()),
      async (text, newText, isEdit, choices) => {
        fc.pre(text.includes('one'));
        using dir = temporary({ 'a.txt': text });
        using other = temporary({ 'a.txt': text });
        const [name, args] = isEdit
          ? ['choose_edits', { path: 'a.txt', edits: [{ oldText: 'one', newText, replaceAll: true }] }]
          : ['choose_replacements', { find: 'one', replace: newText }];
        const [file] = filesOf(await call(dir.server, name, args));
        const places = file?.places ?? [];
        expect(file?.count).toBe(places.length);
        const chosen = places.flatMap((_, index) => (choices.next().value ? [index] : []));
        await call(dir.server, name, { ...args, accepted: { [file?.digest ?? '']: chosen } });
        const patch = toPatch(places.filter((_, index) => chosen.includes(index)));
        if (chosen.length > 0)
          execFileSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn'], {
            cwd: other.path,
            input: patch,
          });
        expect(dir.text('a.txt')).toBe(other.text('a.txt'));
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);

test('all places give what the tool itself makes', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom('1', 'a\nb', '', 'ONE\r\n'), async (text, newText) => {
      fc.pre(text.includes('one'));
      using dir = temporary({ 'a.txt': text, 'b.txt': text });
      const edits = [
        { oldText: 'one', newText, replaceAll: true },
        ...(text.includes('x') ? [{ oldText: 'x', newText: 'y\nz', replaceAll: true }] : []),
      ];
      const args = { path: 'a.txt', edits };
      const [file] = filesOf(await call(dir.server, 'choose_edits', args));
      const accepted = { [file?.digest ?? '']: [...Array(file?.count ?? 0).keys()] };
      await call(dir.server, 'choose_edits', { ...args, accepted });
      await call(dir.server, 'edit_file', { path: 'b.txt', edits });
      expect(readFileSync(dir.at('a.txt'))).toEqual(readFileSync(dir.at('b.txt')));
    }),
    { numRuns: RUNS },
  );
}, 60_000);
