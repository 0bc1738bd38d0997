// The preview of edits and replacements of the filesystem server, in a browser.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Frame } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Show } from '../src/bed.ts';
import { testAccessibility, type Looks } from './accessible.ts';
import { callOf, HARMLESS, heading, SCRIPT, status, traces, useFolder, useStage } from './stage.ts';

const open = useStage();

const scratch = useFolder();

/** A directory with these files, for one test. */
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

test('shows each place of a replacement as a small diff', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME), { heading: 'Preview: 4 places in 2 files' });
  expect(await view.locator('h2').allTextContents()).toEqual(['cart.ts', 'price.ts']);
  const second = view.locator('li').nth(1);
  expect(await second.locator('label').textContent()).toBe(' Line 4');
  expect(await second.locator('del, ins').allTextContents()).toEqual(['price', 'cost']);
  expect(await second.locator('.same bdi').allTextContents()).toEqual([
    '',
    'export const total = (items) =>',
  ]);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts']);
});

test('makes what is accepted and leaves what is rejected', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME));
  await expect.poll(() => boxes(view).count()).toBe(4);
  await boxes(view).nth(0).click();
  await boxes(view).nth(3).click();
  expect(await apply(view).textContent()).toBe('Apply 2 places');
  await apply(view).click();
  await expect.poll(() => status(view)).toMatch(/^Changed:/);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts'].replace('price(item)', 'cost(item)'));
  expect(read(path, 'src/price.ts')).toBe(CODE['src/price.ts'].replace('const price', 'const cost'));
  expect(await apply(view).isDisabled()).toBe(true);
  // What was rejected is still there to choose from.
  await view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => heading(view)).toBe('Preview: 2 places in 2 files');
});

test('all and none, and every place by the keyboard', async () => {
  const path = folder(CODE);
  const { view, page } = await open(show(path, ...RENAME));
  await expect.poll(() => boxes(view).count()).toBe(4);
  await view.getByRole('button', { name: 'Reject all' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => apply(view).isDisabled()).toBe(true);
  await boxes(view).nth(0).focus();
  for (const key of ['ArrowDown', 'a', 'ArrowUp', 'r', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  const checked = (): Promise<boolean[]> =>
    view.evaluate(() => [...document.querySelectorAll('input')].map((box) => box.checked));
  await expect.poll(checked).toEqual([false, true, false, false]);
  await view.getByRole('button', { name: 'Accept all' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(checked).toEqual([true, true, true, true]);
  await apply(view).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => read(path, 'src/price.ts')).not.toContain('price');
});

test('the places of edits, under names that other servers use, too', async () => {
  const path = folder({ 'a.txt': 'one\r\ntwo\r\nthree\r\nfour\r\n' });
  const edits = [
    { old_string: 'one', new_string: '1' },
    { old_string: 'three', new_string: '3\n3a' },
  ];
  const args = { file_path: 'a.txt', edits, dry_run: true };
  const { view } = await open(show(path, 'edit_file', args), { heading: 'Preview: 2 places in 1 file' });
  expect(await view.locator('.added bdi').allTextContents()).toEqual(['1', '3', '3a']);
  await boxes(view).nth(0).click();
  await apply(view).click();
  await expect.poll(() => read(path, 'a.txt')).toBe('one\r\ntwo\r\n3\r\n3a\r\nfour\r\n');
});

test('a file that has changed since stays as it is, and can be previewed again', async () => {
  const path = folder(CODE);
  const { view } = await open(show(path, ...RENAME));
  await expect.poll(() => boxes(view).count()).toBe(4);
  writeFileSync(join(path, 'src/price.ts'), 'price();\n');
  await apply(view).click();
  await expect.poll(() => view.getByRole('alert').textContent()).toMatch(/^A file has changed since/);
  expect([read(path, 'src/cart.ts'), read(path, 'src/price.ts')]).toEqual([
    CODE['src/cart.ts'],
    'price();\n',
  ]);
  await view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => heading(view)).toBe('Preview: 3 places in 2 files');
  await apply(view).click();
  await expect.poll(() => read(path, 'src/price.ts')).toBe('cost();\n');
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
  expect(await view.locator('h2').textContent()).toBe('a <b>"it\'s" & \\u202eé.txt');
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
  expect(await boxes(view).count()).toBe(1000);
  expect(await view.getByText('1,200,003 characters').count()).toBe(1);
  expect(await view.getByText('The first 1,000 places of 100,001 are shown.').count()).toBe(1);
  await apply(view).click();
  await expect.poll(() => read(path, 'many.txt')).toBe('1\n'.repeat(999) + 'one\n'.repeat(99_001));
});

const looks = (): Looks => ({
  edits: {
    show: show(folder(CODE), ...RENAME),
    act: async ({ view }) => {
      await expect.poll(() => boxes(view).count()).toBe(4);
      await boxes(view).nth(0).click();
    },
  },
});

testAccessibility(open, looks);
