// edit_file on documents: Excel cells and Word text, with dry run, diff, etag and undo as for plain text.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fixture } from '@mcp/documents/test/fixtures';
import { agree, call, codeOf, connectUser, serve, temporary, textOf } from '../setup.ts';

/** Plain text, but its offsets count bytes. */
const PDF = '%PDF-1.4\n1 0 obj <</Length 11>> stream\n(Part 1) Tj\nendstream endobj\n';
const documents = { 'stock.xlsx': fixture('stock.xlsx'), 'letter.docx': fixture('letter.docx') };

test('sets cells of a workbook, shows the change as text, and undoes it', async () => {
  using dir = temporary(documents);
  const cells = [
    { sheet: 'stock', cell: 'B2', value: 42 },
    { sheet: 'stock', cell: 'A2', value: 'Part "A"' },
  ];
  const dry = await call(dir.server, 'edit_file', { path: 'stock.xlsx', cells, dryRun: true });
  expect(textOf(dry)).toContain('-Part 1,3,1.25\n+"Part ""A""",42,1.25\n');
  expect(textOf(dry)).toContain('[Dry run: 2 edits can be made, nothing was written. etag: ');
  expect(readFileSync(dir.at('stock.xlsx'))).toEqual(documents['stock.xlsx']);
  const made = await call(dir.server, 'edit_file', { path: 'stock.xlsx', cells });
  expect(textOf(made)).toMatch(/-Part 1,3,1\.25\n\+"Part ""A""",42,1\.25\n[^]*\[2 edits made\. etag: /);
  expect(textOf(await call(dir.server, 'read_text_file', { path: 'stock.xlsx' }))).toContain(
    '"Part ""A""",42,1.25',
  );
  await call(dir.server, 'undo_last_change', {});
  expect(readFileSync(dir.at('stock.xlsx'))).toEqual(documents['stock.xlsx']);
});

test('replaces text of a Word document', async () => {
  using dir = temporary(documents);
  const edits = [{ oldText: 'Dear Ann', newText: 'Dear Bob' }];
  const made = await call(dir.server, 'edit_file', { path: 'letter.docx', edits });
  expect(textOf(made)).toContain('-Dear Ann,\n+Dear Bob,\n');
  expect(textOf(await call(dir.server, 'read_text_file', { path: 'letter.docx' }))).toMatch(/^Dear Bob,/m);
});

test('refuses impossible changes with a hint, and changes nothing', async () => {
  using dir = temporary({ ...documents, 'a.xlsx': 'just text', 'a.pdf': PDF });
  const edits = [{ oldText: 'Part 1,3', newText: 'Part 1,4' }];
  const cells = [{ cell: 'B2', value: 1 }];
  const edit = async (args: object): Promise<string> => {
    const result = await call(dir.server, 'edit_file', args);
    return `${String(codeOf(result))}: ${textOf(result)}`;
  };
  expect(await edit({ path: 'stock.xlsx', edits })).toBe(
    'edit_not_text: stock.xlsx cannot be changed in this way. Change texts of Word with edits, and cells of Excel with cells.',
  );
  expect(await edit({ path: 'letter.docx', edits })).toBe(
    'edit_not_found: edits[0]: letter.docx does not have this oldText. Give text of one paragraph, without the marks of headings, lists, notes and tables.',
  );
  expect(await edit({ path: 'stock.xlsx', cells, ifMatch: 'other' })).toMatch(
    /^changed: stock\.xlsx has changed/,
  );
  expect(await edit({ path: 'a.xlsx', cells })).toBe('edit_not_text: a.xlsx is not a document of Office.');
  expect(await edit({ path: 'stock.xlsx' })).toBe('undefined: Give edits, or cells of a workbook.');
  expect(await edit({ path: 'stock.xlsx', cells: [] })).toBe(
    'undefined: Give edits, or cells of a workbook.',
  );
  expect(await edit({ path: 'a.pdf', edits: [{ oldText: 'Part', newText: 'Parts' }] })).toBe(
    'edit_not_text: The file is not text, so it cannot be edited.',
  );
  for (const [name, bytes] of Object.entries(documents)) expect(readFileSync(dir.at(name))).toEqual(bytes);
});

test('shows the changed lines in the question, and declining leaves the workbook unchanged', async () => {
  using dir = temporary(documents);
  const server = serve([dir.path], { confirm: 'destructive' });
  await using user = await connectUser(server, (count) =>
    count === 1 ? { action: 'decline' } : agree(count),
  );
  const args = { path: 'stock.xlsx', cells: [{ cell: 'B2', value: 42 }] };
  expect((await user.call('edit_file', args)).isError).toBe(true);
  expect(readFileSync(dir.at('stock.xlsx'))).toEqual(documents['stock.xlsx']);
  expect(textOf(await user.call('edit_file', args))).toContain('[1 edit made. etag: ');
  expect(user.asked).toEqual([
    expect.stringMatching(/^Make 1 edit in stock\.xlsx\?\n@@ [^]*-Part 1,3,1\.25\n\+Part 1,42,1\.25\n/),
    expect.stringMatching(/^Make 1 edit in stock\.xlsx\?\n/),
  ]);
});

test('applies all parallel edits of one workbook', async () => {
  using dir = temporary(documents);
  const names = Array.from({ length: 8 }, (_, index) => `H${index + 1}`);
  await Promise.all(
    names.map((cell) =>
      call(dir.server, 'edit_file', { path: 'stock.xlsx', cells: [{ cell, value: `at ${cell}` }] }),
    ),
  );
  const text = textOf(await call(dir.server, 'read_text_file', { path: 'stock.xlsx' }));
  for (const name of names) expect(text).toContain(`at ${name}\n`);
});
