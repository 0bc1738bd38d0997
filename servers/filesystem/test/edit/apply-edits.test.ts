import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FileError } from '@mcp/files';
import { editSteps, type Edit } from '../../src/edit/apply-edits.ts';
import { applyEdits } from './apply-edits.ts';
import { cpuMs } from '../setup.ts';

const edit = (text: string, ...edits: Edit[]) => applyEdits(text, edits);

const failure = (text: string, ...edits: Edit[]): FileError => {
  try {
    applyEdits(text, edits);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('The edits were made.');
};

test('replaces text that occurs once, and says how it matched', () => {
  expect(edit('a\nb\nc\n', { oldText: 'b', newText: 'B\nB' })).toEqual({
    text: 'a\nB\nB\nc\n',
    matches: ['exact'],
    partsOfWords: 0,
  });
});

test('applies the edits in order, each to the result of the previous one', () => {
  const edits = [
    { oldText: 'one', newText: 'two' },
    { oldText: 'two\nx', newText: 'three' },
  ];
  expect(edit('one\nx\n', ...edits)).toEqual({
    text: 'three\n',
    matches: ['exact', 'exact'],
    partsOfWords: 0,
  });
});

test('replaces every occurrence with replaceAll', () => {
  expect(edit('aaa b aa', { oldText: 'aa', newText: 'x', replaceAll: true })).toEqual({
    text: 'xa b x',
    matches: ['exact'],
    partsOfWords: 1,
  });
});

test('dollar signs in the new text are literal', () => {
  expect(edit('a', { oldText: 'a', newText: "$& $1 $' $$" }).text).toBe("$& $1 $' $$");
});

describe('line endings', () => {
  test('of the file are used for new lines', () => {
    expect(edit('a\r\nb\r\nc', { oldText: 'b', newText: 'x\ny' }).text).toBe('a\r\nx\r\ny\r\nc');
    expect(edit('a\nb\nc', { oldText: 'b', newText: 'x\r\ny' }).text).toBe('a\nx\ny\nc');
    expect(edit('a\r\nb', { oldText: 'b', newText: 'x\ny' }).text).toBe('a\r\nx\r\ny');
  });

  test('of the old text may differ from those of the file', () => {
    const { text, matches } = edit('a\r\nb\r\nc\r\n', { oldText: 'a\nb', newText: '1\n2' });
    expect(text).toBe('1\r\n2\r\nc\r\n');
    expect(matches).toEqual(['eol']);
    expect(edit('a\nb\n', { oldText: 'a\r\nb', newText: '1\r\n2' }).text).toBe('1\n2\n');
  });

  test('may be mixed, and unedited ones stay', () => {
    const mixed = 'a\r\nb\nc\r\nd\r\ne\n';
    expect(edit(mixed, { oldText: 'b\nc\nd', newText: 'B\nC' })).toMatchObject({
      text: 'a\r\nB\nC\r\ne\n',
      matches: ['eol'],
    });
    expect(edit(mixed, { oldText: 'c', newText: 'c\nc' }).text).toBe('a\r\nb\nc\r\nc\r\nd\r\ne\n');
  });

  test('can themselves be changed', () => {
    const text = 'a\r\nb\r\n';
    expect(edit(text, { oldText: '\r\n', newText: '\n', replaceAll: true }).text).toBe('a\nb\n');
    expect(edit('a\nb\n', { oldText: '\n', newText: '\r\n', replaceAll: true }).text).toBe(text);
  });
});

describe('white space around lines', () => {
  test('may differ from that of the file, whose indentation is kept', () => {
    const file = 'class A {\n    if (x) {\n        y();\n    }\n}\n';
    const oldText = 'if (x) {\n  y();\n}';
    const newText = 'if (x) {\n  y();\n  if (z) {\n    w();\n  }\n}';
    expect(edit(file, { oldText, newText })).toEqual({
      text: 'class A {\n    if (x) {\n        y();\n        if (z) {\n          w();\n        }\n    }\n}\n',
      matches: ['whitespace'],
      partsOfWords: 0,
    });
  });

  test('becomes tabs where the file has tabs', () => {
    const file = 'f() {\r\n\tif x:\r\n\t\ty\r\n}\r\n';
    const { text } = edit(file, {
      oldText: '    if x:\n        y\n',
      newText: '    if x:\n        y\n            z\n',
    });
    expect(text).toBe('f() {\r\n\tif x:\r\n\t\ty\r\n\t\t\tz\r\n}\r\n');
  });

  test('a line break at the end of the old text removes the whole line', () => {
    expect(edit('a\n  b  \nc\n', { oldText: 'b\n', newText: '' }).text).toBe('a\nc\n');
    expect(edit('a\n  b \nc\n', { oldText: '\tb', newText: 'x' }).text).toBe('a\n  x\nc\n');
  });

  test('alone never matches', () => {
    expect(failure('a\n\n\nb', { oldText: ' \n ', newText: '' }).code).toBe('edit_not_found');
  });
});

describe('refuses', () => {
  test('an empty text', () => {
    expect(failure('a', { oldText: '', newText: 'b' })).toMatchObject({
      code: 'edit_empty',
      message: expect.stringContaining('edits[0]: '),
    });
  });

  test('a text identical to the new one', () => {
    const error = failure('a', { oldText: 'a', newText: 'a' });
    expect(error).toMatchObject({ code: 'edit_no_change', message: expect.stringContaining('edits[0]: ') });
    expect(error.message).toBe('edits[0]: oldText and newText are the same. Nothing was changed.');
  });

  test('a text that occurs more than once, and lists the lines', () => {
    const error = failure('x\na\nb\na\n', { oldText: 'x', newText: 'y' }, { oldText: 'a', newText: 'b' });
    expect(error).toMatchObject({ code: 'edit_ambiguous' });
    expect(error.message).toBe(
      'edits[1]: oldText is found 2 times, at lines 2, 4. Add lines around it so that it is found once, or set ' +
        'replaceAll. Nothing was changed.',
    );
    expect(failure('aaa', { oldText: 'aa', newText: 'b' }).code).toBe('edit_ambiguous');
    expect(failure(' a\n  a\n', { oldText: '\ta', newText: 'b' }).message).toContain('at lines 1, 2.');
  });

  test('a missing text, and shows the closest lines', () => {
    const file = 'one\nfunction add(a, b) {\n  return a + b;\n}\ntwo\n';
    const error = failure(file, { oldText: 'function add(a, b) {\n  return a - b;\n}', newText: '' });
    expect(error).toMatchObject({ code: 'edit_not_found' });
    expect(error.message).toBe(
      'Could not find exact match for edit:\nfunction add(a, b) {\n  return a - b;\n}\n\n' +
        'edits[0]: the closest text is at lines 2 to 4. What is in the file (-) and in oldText (+):\n' +
        ' function add(a, b) {\n-  return a + b;\n+  return a - b;\n }\nNothing was changed.',
    );
    const typo = failure(file, { oldText: 'retrun a + b;', newText: '' });
    expect(typo.message).toContain('at line 3. What');
    expect(failure(file, { oldText: '#########', newText: '' }).message).toContain(
      'nothing in the file is similar',
    );
  });

  test('all edits if one cannot be applied', () => {
    const error = failure('a b', { oldText: 'a', newText: 'x' }, { oldText: 'c', newText: '' });
    expect(error).toMatchObject({ code: 'edit_not_found', message: expect.stringContaining('edits[1]: ') });
  });
});

test('finds a long run of one letter in a longer one, in time proportional to the file', () => {
  const file = 'a'.repeat(2_000_000);
  const half = 'a'.repeat(5000);
  const started = cpuMs();
  expect(failure(file, { oldText: `${half}b${half}`, newText: '' }).code).toBe('edit_not_found');
  expect(failure('a\n'.repeat(300_000), { oldText: `${' a\n'.repeat(3000)}b`, newText: '' }).code).toBe(
    'edit_not_found',
  );
  const end = edit(`${file}b`, { oldText: `${half}b`, newText: 'c' }).text;
  expect(end).toBe(`${'a'.repeat(1_995_000)}c`);
  // A naive search takes half a minute.
  expect(cpuMs() - started).toBeLessThan(15_000);
});

test('random edits leave every other byte unchanged', () => {
  const line = fc.constantFrom('a', 'b', '  a', 'foo bar', 'é', '', '\tx', '日本');
  const ending = fc.constantFrom('\n', '\r\n');
  const file = fc.array(fc.tuple(line, ending), { maxLength: 20 }).map((lines) => lines.flat().join(''));
  const change = fc.record({
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 12 }),
    newText: fc.constantFrom('', 'Q', 'é', 'one two'),
    replaceAll: fc.boolean(),
  });
  fc.assert(
    fc.property(file, change, (text, { from, length, newText, replaceAll }) => {
      const start = from % (text.length + 1);
      const oldText = text.slice(start, start + length);
      fc.pre(oldText !== '');
      const parts = text.split(oldText);
      const isOnce = text.indexOf(oldText) === text.lastIndexOf(oldText);
      const isRefused = !isOnce && !replaceAll;
      const edits = [{ oldText, newText, replaceAll }];
      if (oldText === newText) return failure(text, ...edits).code === 'edit_no_change';
      if (isRefused) return failure(text, ...edits).code === 'edit_ambiguous';
      const edited = applyEdits(text, edits);
      expect(edited.text).toBe(parts.join(newText));
      expect(edited.matches).toEqual(['exact']);
      return true;
    }),
  );
});

test('keeps trailing blanks of unchanged lines, because they make a line break in Markdown', () => {
  const text = '  One  \n  two\t\n  three\n';
  expect(edit(text, { oldText: 'One\ntwo\nthree', newText: 'One\ntwo\nfour' }).text).toBe(
    '  One  \n  two\t\n  four\n',
  );
  // Blanks that the caller wrote take precedence.
  expect(edit('  One  \n', { oldText: '\tOne ', newText: '\tOne' }).text).toBe('  One\n');
});

describe('a long search or replacement pauses to let other calls run', () => {
  const LINES = ' a\n'.repeat(50_000);

  test.each<[what: string, edit: Edit]>([
    ['many places', { oldText: 'a\n', newText: 'b\n', replaceAll: true }],
    ['lines with other white space', { oldText: '\ta\n\ta', newText: 'x', replaceAll: true }],
    [
      'a text that is nearly there at every line',
      { oldText: `${' a\n'.repeat(300)}a`, newText: 'x', replaceAll: true },
    ],
  ])('%s', (_, one) => {
    const steps = editSteps(LINES, [one]);
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    expect(pauses).toBeGreaterThan(4);
  });
});
