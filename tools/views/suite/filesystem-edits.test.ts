// The preview of edits and replacements of the filesystem server, in a browser.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, heading, SCRIPT, status, tabTo, traces, useFolder, useStage } from './stage.ts';
import { testWidths } from './widths.ts';

const open = useStage();

const scratch = useFolder();

/** Creates a directory with these files, for one test. */
const folder = (files: { readonly [path: string]: string }): string => {
  const path = mkdtempSync(join(scratch, 'files-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
};

const read = (...names: string[]): string => readFileSync(join(...names), 'utf8');

const show = (path: string, tool: string, args: object): Show => callOf('filesystem', [path], [tool, args]);

const CODE = {
  'src/cart.ts':
    'import { price } from "./price";\n\nexport const total = (items) =>\n  items.reduce((sum, item) => sum + price(item), 0);\n',
  'src/price.ts': 'export const price = (item) =>\n  item.amount * item.price;\n',
};
const RENAME = [
  'replace_in_files',
  { find: 'price', replace: 'cost', wholeWord: true, dryRun: true },
] as const;

const apply = (view: Frame) => view.getByRole('button', { name: /^Apply/ });
const boxes = (view: Frame) => view.getByRole('checkbox');

test('shows each file of a replacement as a small diff', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME), {
    heading: 'Preview: 5 places in 2 files',
  });
  expect(await view.locator('label').allTextContents()).toEqual([
    ' cart.ts: 3 places',
    ' price.ts: 2 places',
  ]);
  const rows = view.locator('li').nth(1).locator('.diff > div');
  expect(await rows.allTextContents()).toEqual([
    '1−Removed: export const price = (item) =>',
    '2−Removed:   item.amount * item.price;',
    '+Added: export const cost = (item) =>',
    '+Added:   item.amount * item.cost;',
  ]);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts']);
});

test('marks what changes within a line, each place by itself', async () => {
  const path = folder({ 'a.txt': 'let sum = one + one;\n' });
  const { view } = await open(show(path, 'replace_in_files', { find: 'one', replace: '1', dryRun: true }));
  await expect.poll(() => view.locator('.removed del').allTextContents()).toEqual(['one', 'one']);
  expect(await view.locator('.added ins').allTextContents()).toEqual(['1', '1']);
});

test('makes what is accepted and leaves what is rejected', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME));
  await expect.poll(() => boxes(view).count()).toBe(2);
  await boxes(view).nth(0).click();
  expect(await apply(view).textContent()).toBe('Apply 1 file');
  await apply(view).click();
  await expect.poll(() => status(view)).toMatch(/^Replaced 2 places in 1 file/);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts']);
  expect(read(path, 'src/price.ts')).toBe(CODE['src/price.ts'].replaceAll('price', 'cost'));
  expect(await apply(view).isDisabled()).toBe(true);
  // The rejected edits remain available.
  await view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => heading(view)).toBe('Preview: 3 places in 1 file');
});

test('by keyboard alone: all and none, one place is accepted and another rejected, and all are made', async () => {
  const path = folder({ 'a.txt': 'price', 'b.txt': 'price', 'c.txt': 'price', 'd.txt': 'price' });
  const shown = await open(show(path, ...RENAME));
  const { view, page } = shown;
  await expect.poll(() => boxes(view).count()).toBe(4);
  await tabTo(shown, 'Reject all');
  await page.keyboard.press('Enter');
  await expect.poll(() => apply(view).isDisabled()).toBe(true);
  await tabTo(shown, 'a.txt: 1 place');
  for (const key of ['ArrowDown', 'a', 'ArrowUp', 'r', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  const checked = (): Promise<boolean[]> =>
    view.evaluate(() => [...document.querySelectorAll('input')].map((box) => box.checked));
  await expect.poll(checked).toEqual([false, true, false, false]);
  await tabTo(shown, 'Accept all', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(checked).toEqual([true, true, true, true]);
  await tabTo(shown, 'Apply 4 files', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => read(path, 'd.txt')).toBe('cost');
});

test('the edits of a file, under names that other servers use, too', async () => {
  const path = folder({ 'a.txt': 'one\r\ntwo\r\nthree\r\nfour\r\n' });
  const edits = [
    { old_string: 'one', new_string: '1' },
    { old_string: 'three', new_string: '3\n3a' },
  ];
  const args = { file_path: 'a.txt', edits, dry_run: true };
  const { view } = await open(show(path, 'edit_file', args), { heading: 'Preview: 2 edits' });
  expect(await view.locator('.removed bdi').allTextContents()).toEqual(['one', 'three']);
  expect(await view.locator('.added bdi').allTextContents()).toEqual(['1', '3', '3a']);
  await boxes(view).nth(0).click();
  await apply(view).click();
  await expect.poll(() => read(path, 'a.txt')).toBe('one\r\ntwo\r\n3\r\n3a\r\nfour\r\n');
  await expect.poll(() => status(view)).toMatch(/^\[1 edit made\. etag: /);
});

test('what was applied is undone by a button, by the keyboard alone', async () => {
  const path = folder(CODE);
  const { view, page } = await open(show(path, ...RENAME));
  const undo = view.getByRole('button', { name: 'Undo' });
  await apply(view).focus();
  expect(await undo.count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => undo.count()).toBe(1);
  expect(read(path, 'src/price.ts')).toContain('cost');
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => status(view)).toMatch(/^Undid replace_in_files/);
  expect(read(path, 'src/price.ts')).toBe(CODE['src/price.ts']);
  expect(await undo.count()).toBe(0);
});

test('nothing is undone when the file was changed after it was applied', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME));
  await apply(view).click();
  await view.getByRole('button', { name: 'Undo' }).waitFor();
  writeFileSync(join(path, 'src/price.ts'), 'mine\n');
  await view.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => view.getByRole('alert').textContent()).toMatch(/changed/);
  expect(read(path, 'src/price.ts')).toBe('mine\n');
});

test('there is no undo where the server records nothing', async () => {
  const path = folder(CODE);
  const [tool, args] = RENAME;
  const { view } = await open(callOf('filesystem', [path, '--max-undo', '0'], [tool, args]));
  await apply(view).click();
  await expect.poll(() => status(view)).toMatch(/^Replaced 5 places/);
  expect(await view.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('one edit that is given without a list can be chosen', async () => {
  const path = folder({ 'a.txt': 'one\n' });
  const args = { path: 'a.txt', old_string: 'one', new_string: 'two', dryRun: true };
  const { view } = await open(show(path, 'edit_file', args), { heading: 'Preview: 1 edit' });
  await apply(view).click();
  await expect.poll(() => read(path, 'a.txt')).toBe('two\n');
});

test('a file that has changed since stays as it is, and can be previewed again', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME));
  await expect.poll(() => boxes(view).count()).toBe(2);
  writeFileSync(join(path, 'src/price.ts'), 'price();\n');
  await apply(view).click();
  await expect.poll(() => view.getByRole('alert').textContent()).toContain('has changed since the dry run');
  expect([read(path, 'src/cart.ts'), read(path, 'src/price.ts')]).toEqual([
    CODE['src/cart.ts'],
    'price();\n',
  ]);
  await view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => view.locator('label').nth(1).textContent()).toBe(' price.ts: 1 place');
  await apply(view).click();
  await expect.poll(() => read(path, 'src/price.ts')).toBe('cost();\n');
});

test('edits of a file that has changed since are refused', async () => {
  const path = folder({ 'a.txt': 'one' });
  const args = { path: 'a.txt', edits: [{ oldText: 'one', newText: '' }], dryRun: true };
  const { view } = await open(show(path, 'edit_file', args), { heading: 'Preview: 1 edit' });
  writeFileSync(join(path, 'a.txt'), 'one more');
  await apply(view).click();
  await expect.poll(() => view.getByRole('alert').textContent()).toContain('has changed since its etag');
  expect(read(path, 'a.txt')).toBe('one more');
});

test('what was made at once is shown as it is', async () => {
  const path = folder({ 'a.txt': 'one\n' });
  const args = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
  const { view } = await open(show(path, 'edit_file', args));
  await expect.poll(() => view.locator('pre').first().textContent()).toContain('-one\n+two');
  expect(await boxes(view).count()).toBe(0);
});

const NAME = 'a <b>"it\'s" & \u202eé.txt';

test('shows hostile names and lines as text, and nothing of them runs', async () => {
  const path = folder({ [NAME]: `word ${SCRIPT} \u202eabc\u0007\n` });
  const args = { find: 'word', replace: `${SCRIPT}\u2066`, dryRun: true };
  const { page, view } = await open(show(path, 'replace_in_files', args));
  await expect.poll(() => boxes(view).count()).toBe(1);
  expect(await view.locator('label bdi').textContent()).toBe('a <b>"it\'s" & \\u202eé.txt: 1 place');
  expect(await view.locator('.added bdi').textContent()).toBe(`${SCRIPT}\\u2066 ${SCRIPT} \\u202eabc\\u0007`);
  expect(await traces({ page, view })).toEqual(HARMLESS);
  await apply(view).click();
  await expect.poll(() => read(path, NAME)).toContain('\u2066');
});

test('survives a hundred thousand places and a line of a megabyte', async () => {
  const path = folder({
    'many.txt': 'one\n'.repeat(100_000),
    'long.txt': `${'x'.repeat(600_000)}one${'y'.repeat(600_000)}`,
  });
  const args = { find: 'one', replace: '1', dryRun: true };
  const { view } = await open(show(path, 'replace_in_files', args), {
    heading: 'Preview: 100,001 places in 2 files',
  });
  const titles = await view.locator('label').allTextContents();
  expect(titles).toEqual([' long.txt: 1 place', ' many.txt: 100,000 places']);
  expect(await view.getByText('[The diff is cut.]').count()).toBe(1);
  await apply(view).click();
  // On failure, printing the difference of such texts would take minutes.
  await expect.poll(() => read(path, 'many.txt') === '1\n'.repeat(100_000)).toBe(true);
});

const looks = (): Looks => ({
  edits: {
    show: show(folder(CODE), ...RENAME),
    act: async ({ view }) => {
      await expect.poll(() => boxes(view).count()).toBe(2);
      await boxes(view).nth(0).click();
    },
  },
});

testAccessibility(open, looks);
testWidths(open, looks);
