// The file preview of the filesystem server, in a browser.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Look } from './accessible.ts';
import { callOf, HARMLESS, heading, SCRIPT, traces, useFolder, useStage } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();

const scratch = useFolder();

const HOSTILE = `${SCRIPT}\n"quotes" 'and' \`more\`\nabc\u202edef\u2066ghi\u0007\n`;
const HOSTILE_NAME = 'a <b>"it\'s" & \u202eé.md';
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const MARKDOWN = [
  '# Plan',
  '',
  'Some *words*, `code` and [a link](https://example.com/page).',
  '',
  '![a picture](https://example.com/x.png)',
  '',
  '| a | b |',
  '| - | - |',
  '| 1 | 2 |',
  '',
  SCRIPT,
  '',
  '[hidden](javascript:alert(1))',
  '',
].join('\n');

const documents = join(import.meta.dirname, '../../../packages/documents/test/fixtures');
const write = (name: string, content: string | Buffer): void => writeFileSync(join(scratch, name), content);

beforeAll(() => {
  write('code.ts', Array.from({ length: 3000 }, (_, at) => `const line${at + 1} = ${at};`).join('\n'));
  write('lines.txt', 'a line\n'.repeat(100_000));
  write('long.txt', `${'x'.repeat(1_000_000)}\nshort\n`);
  write(
    'rows.csv',
    `id,name\n${Array.from({ length: 100_000 }, (_, at) => `${at + 1},"Name, ${at}"`).join('\n')}\n`,
  );
  write('cell.csv', `a,b\n"${'y'.repeat(1_000_000)}",${SCRIPT.replaceAll('"', '')}\n`);
  write('plan.md', MARKDOWN);
  write(HOSTILE_NAME, HOSTILE);
  write('hostile.txt', HOSTILE);
  write('dot.png', Buffer.from(PICTURE, 'base64'));
  write('broken.png', 'no picture');
  write(
    'drawing.svg',
    `<svg xmlns="http://www.w3.org/2000/svg"><script>window.top.hacked = 1</script></svg>`,
  );
  write('bytes.bin', Buffer.from([1, 2, 3]));
  write('empty.txt', '');
  for (const name of ['report.docx', 'people.xlsx', 'letter.pdf'])
    copyFileSync(join(documents, name), join(scratch, name));
});

interface Call {
  readonly path: string;
  readonly tool?: string;
  readonly args?: object;
  readonly flags?: readonly string[];
}

const show = ({ path, tool = 'read_text_file', args = {}, flags = [] }: Call): Show =>
  callOf('filesystem', [scratch, ...flags], [tool, { path, ...args }]);

const ALL = ['--max-output-bytes', '0'];
const lines = (view: Frame) => view.locator('.line').allTextContents();

test('shows text with the numbers of its lines, and reads on', async () => {
  const { view } = await open(show({ path: 'code.ts' }), { heading: 'code.ts' });
  expect((await lines(view)).slice(0, 2)).toEqual(['1const line1 = 0;', '2const line2 = 1;']);
  await view.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(() => view.getByRole('button', { name: 'Read on' }).count()).toBe(0);
  await view.locator('.frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await expect.poll(async () => (await lines(view)).at(-1)).toBe('3000const line3000 = 2999;');
});

test.each([
  [{ offset: 5, limit: 2 }, ['5const line5 = 4;', '6const line6 = 5;']],
  [{ offset: 5, limit: 2, lineNumbers: true }, ['5const line5 = 4;', '6const line6 = 5;']],
  [{ tail: 1 }, ['const line3000 = 2999;']],
])('shows a part as %j', async (args, expected) => {
  const { view } = await open(show({ path: 'code.ts', args }));
  await expect.poll(() => lines(view)).toEqual(expected);
});

test('draws of a hundred thousand lines those that can be seen', async () => {
  const { view, page } = await open(show({ path: 'lines.txt', flags: ALL }));
  await expect.poll(async () => (await lines(view))[0]).toBe('1a line');
  expect((await lines(view)).length).toBeLessThan(200);
  await view.locator('.frame').focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await lines(view)).at(-1)).toBe('100000a line');
  expect((await lines(view)).length).toBeLessThan(200);
});

test('cuts a line of a megabyte', async () => {
  const { view } = await open(show({ path: 'long.txt', flags: ALL }));
  await expect.poll(async () => (await lines(view))[0]).toMatch(/^1x{2000} … \(1,000,000 characters\)$/);
  expect((await lines(view))[1]).toBe('2short');
});

test('shows comma-separated values as a table, of which it draws what can be seen', async () => {
  const { view } = await open(show({ path: 'rows.csv', flags: ALL }));
  await expect.poll(() => view.locator('.remark').last().textContent()).toBe('100,000 rows');
  const cells = () => view.locator('tbody:not([aria-hidden]) td').allTextContents();
  expect((await cells()).slice(0, 4)).toEqual(['1', 'Name, 0', '2', 'Name, 1']);
  expect((await cells()).length).toBeLessThan(400);
  const names = view.getByRole('columnheader');
  expect(await names.allTextContents()).toEqual(['id', 'name']);
  const alignments = names.evaluateAll((all) => all.map((name) => getComputedStyle(name).textAlign));
  expect(await alignments).toEqual(['end', 'start']);
  await view.locator('.frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await expect.poll(async () => (await cells()).slice(-2)).toEqual(['100000', 'Name, 99999']);
  expect((await cells()).length).toBeLessThan(400);
  await view.getByRole('button', { name: 'As plain text' }).click();
  await expect.poll(async () => (await lines(view))[1]).toBe('21,"Name, 0"');
});

test.each([
  ['one.csv', 'Ann,12\n', ['A', 'B'], '1 row'],
  ['numbers.csv', '1,2\n3,4\n', ['A', 'B'], '2 rows'],
  ['named.csv', 'name,age\nAnn,12\n', ['name', 'age'], '1 row'],
])('takes the first row of %s for a heading only if it looks like one', async (path, text, names, count) => {
  write(path, text);
  const { view } = await open(show({ path }));
  await expect.poll(() => view.getByRole('columnheader').allTextContents()).toEqual(names);
  expect(await view.locator('.remark').last().textContent()).toBe(count);
  const number = await view.getByRole('rowheader').first().boundingBox();
  expect(number?.width).toBeLessThan(60);
});

const find = (view: Frame) => view.getByRole('searchbox', { name: /^Find/ });
const found = (view: Frame) => view.locator('.find [aria-live]').textContent();
const marks = (view: Frame) => view.evaluate(() => CSS.highlights.get('found')?.size ?? 0);

test('finds text in lines that are not drawn, by the keyboard alone', async () => {
  const { view, page } = await open(show({ path: 'code.ts', flags: ALL }));
  await find(view).focus();
  await page.keyboard.type('LINE2500 =');
  await expect.poll(() => found(view)).toBe(' 1 of 1');
  await expect.poll(() => lines(view)).toContain('2500const line2500 = 2499;');
  await expect.poll(() => marks(view)).toBe(1);
  await find(view).fill('line1');
  await expect.poll(() => found(view)).toBe(' 1 of 1,111');
  await page.keyboard.press('Enter');
  await expect.poll(() => found(view)).toBe(' 2 of 1,111');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => found(view)).toBe(' 1,111 of 1,111');
  await find(view).fill('$(nothing');
  await expect.poll(() => found(view)).toBe(' Not found');
});

test('finds text in rows, and in Markdown across its marks', async () => {
  const rows = await open(show({ path: 'rows.csv', flags: ALL }));
  await find(rows.view).fill('Name, 77777');
  await expect.poll(() => found(rows.view)).toBe(' 1 of 1');
  await expect.poll(() => rows.view.getByText('Name, 77777').count()).toBe(1);
  const plan = await open(show({ path: 'plan.md' }));
  await find(plan.view).fill('some words, code and');
  await expect.poll(() => found(plan.view)).toBe(' 1 of 1');
  expect(await marks(plan.view)).toBe(1);
});

test('survives a cell of a megabyte', async () => {
  const { view } = await open(show({ path: 'cell.csv', flags: ALL }));
  const cells = () => view.locator('tbody td').allTextContents();
  await expect.poll(async () => (await cells())[0]).toMatch(/^y{300} … \(1,000,000 characters\)$/);
  expect((await cells())[1]).toBe(SCRIPT.replaceAll('"', ''));
});

test('shows Markdown without what could run, load or lead away', async () => {
  const { view, page } = await open(show({ path: 'plan.md' }));
  await expect.poll(() => view.locator('h2').textContent()).toBe('Plan');
  expect(await view.locator('em, code').allTextContents()).toEqual(['words', 'code']);
  expect(await view.locator('td').allTextContents()).toEqual(['1', '2']);
  expect(await view.getByText(SCRIPT).count()).toBe(1);
  expect(await view.locator('a, img, script').count()).toBe(1);
  expect(await view.getByText('javascript:alert(1)').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await view.getByRole('button', { name: 'As plain text' }).click();
  await expect.poll(async () => (await lines(view))[0]).toBe('1# Plan');
});

test.each(['hostile.txt', HOSTILE_NAME])('shows %j as text, and nothing of it runs', async (path) => {
  const { page, view } = await open(show({ path }));
  await expect.poll(() => heading(view)).toBe(path.replace('\u202e', '\\u202e'));
  const shown = await view.locator('.frame').textContent();
  expect(shown).toContain(SCRIPT);
  expect(shown).toContain('abc\\u202edef\\u2066ghi\\u0007');
  expect(await traces({ page, view })).toEqual(HARMLESS);
});

test('shows a picture, and text that has the name of one as text', async () => {
  const shown = async (path: string) => (await open(show({ path }))).view;
  const dot = await shown('dot.png');
  const picture = dot.getByRole('img', { name: 'dot.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await dot.locator('.remark').textContent()).toBe('image/png, 70 bytes');
  const broken = await shown('broken.png');
  await expect.poll(() => broken.getByText('no picture').count()).toBe(1);
});

test('a drawing that has a script in it is shown as text, and does not run it', async () => {
  const { page, view } = await open(show({ path: 'drawing.svg' }));
  await expect.poll(() => view.getByText('hacked').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('shows the text of documents with its structure', async () => {
  const shown = async (path: string) => (await open(show({ path }))).view;
  const report = await shown('report.docx');
  await expect.poll(() => report.locator('.markdown h2').count()).toBeGreaterThan(0);
  const people = await shown('people.xlsx');
  await expect.poll(() => people.locator('h2').first().textContent()).toMatch(/^Sheet 1: /);
  expect(await people.getByRole('columnheader').count()).toBeGreaterThan(1);
  const letter = await shown('letter.pdf');
  await expect.poll(() => letter.locator('h2').first().textContent()).toBe('Page 1');
  expect(await letter.locator('.paragraph').count()).toBeGreaterThan(0);
  expect(await lines(letter)).toEqual([]);
});

test('another result of the host is shown instead of the first', async () => {
  const { view } = await open(show({ path: 'code.ts' }));
  await expect.poll(async () => (await lines(view))[0]).toBe('1const line1 = 0;');
  await view.evaluate(() => {
    const params = { content: [{ type: 'text', text: 'second\n' }] };
    const data = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params };
    window.dispatchEvent(new MessageEvent('message', { source: window.parent, data }));
  });
  await expect.poll(() => lines(view)).toEqual(['1second']);
});

test('an empty file is said to be empty', async () => {
  const { view } = await open(show({ path: 'empty.txt' }));
  await expect.poll(() => view.getByText('The file is empty.').count()).toBe(1);
});

const look = (path: string): Look => ({
  show: show({ path }),
  act: ({ view }) => expect.poll(() => view.locator('.frame').count()).toBeGreaterThan(0),
});

describe.each(['code.ts', 'rows.csv', 'plan.md', 'people.xlsx'])('%s', (path) => {
  testAccessibility(open, () => ({ path: look(path) }));
});

testWidths(open, () => ({ lines: look('code.ts'), rows: look('rows.csv'), pages: look('letter.pdf') }));
