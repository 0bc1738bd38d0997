// The preview of edits and replacements of the filesystem server, in a browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program, startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const scratch = temporary();
afterAll(() => scratch[Symbol.dispose]());

/** A directory with these files, for one test. */
const folder = (files: { readonly [path: string]: string }): string => {
  const path = mkdtempSync(join(scratch.path, 'files-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
};

const read = (...names: string[]): string => readFileSync(join(...names), 'utf8');

interface Call {
  readonly tool: string;
  readonly args: object;
  readonly theme?: 'light' | 'dark';
}

const show = (path: string, { tool, args, theme = 'light' }: Call) =>
  ({
    command: [process.execPath, program('filesystem'), path, '--undo-dir', join(scratch.path, 'undo')],
    tool,
    args: { ...args },
    theme,
  }) as const;

const CODE = {
  'src/cart.ts':
    'import { price } from "./price";\n\nexport const total = (items) =>\n  items.reduce((sum, item) => sum + price(item), 0);\n',
  'src/price.ts': 'export const price = (item) =>\n  item.amount * item.price;\n',
};
const RENAME = {
  tool: 'replace_in_files',
  args: { find: 'price', replace: 'cost', wholeWord: true, dryRun: true },
};

const heading = ({ view }: Opened) => view.locator('h1').textContent();
const apply = ({ view }: Opened) => view.getByRole('button', { name: /^Apply/ });
const boxes = ({ view }: Opened) => view.getByRole('checkbox');

test('shows each place of a replacement as a small diff', async () => {
  const path = folder(CODE);
  await using opened = await stage.open(show(path, RENAME));
  await expect.poll(() => heading(opened)).toBe('Preview: 4 places in 2 files');
  expect(await opened.view.locator('h2').allTextContents()).toEqual(['cart.ts', 'price.ts']);
  const second = opened.view.locator('li').nth(1);
  expect(await second.locator('label').textContent()).toBe(' Line 4');
  expect(await second.locator('del, ins').allTextContents()).toEqual(['price', 'cost']);
  expect(await second.locator('.same bdi').allTextContents()).toEqual([
    '',
    'export const total = (items) =>',
  ]);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts']);
  expect(opened.problems).toEqual([]);
});

test('makes what is accepted and leaves what is rejected', async () => {
  const path = folder(CODE);
  await using opened = await stage.open(show(path, RENAME));
  await expect.poll(() => boxes(opened).count()).toBe(4);
  await boxes(opened).nth(0).click();
  await boxes(opened).nth(3).click();
  expect(await apply(opened).textContent()).toBe('Apply 2 places');
  await apply(opened).click();
  await expect.poll(() => opened.view.getByRole('status').textContent()).toMatch(/^Changed:/);
  expect(read(path, 'src/cart.ts')).toBe(CODE['src/cart.ts'].replace('price(item)', 'cost(item)'));
  expect(read(path, 'src/price.ts')).toBe(CODE['src/price.ts'].replace('const price', 'const cost'));
  expect(await apply(opened).isDisabled()).toBe(true);
  // What was rejected is still there to choose from.
  await opened.view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => heading(opened)).toBe('Preview: 2 places in 2 files');
  expect(opened.problems).toEqual([]);
});

test('all and none, and every place by the keyboard', async () => {
  const path = folder(CODE);
  await using opened = await stage.open(show(path, RENAME));
  const { view, page } = opened;
  await expect.poll(() => boxes(opened).count()).toBe(4);
  await view.getByRole('button', { name: 'Reject all' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => apply(opened).isDisabled()).toBe(true);
  await boxes(opened).nth(0).focus();
  for (const key of ['ArrowDown', 'a', 'ArrowUp', 'r', 'ArrowUp', 'Space']) await page.keyboard.press(key);
  const checked = (): Promise<boolean[]> =>
    view.evaluate(() => [...document.querySelectorAll('input')].map((box) => box.checked));
  await expect.poll(checked).toEqual([false, true, false, false]);
  await view.getByRole('button', { name: 'Accept all' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(checked).toEqual([true, true, true, true]);
  await apply(opened).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => read(path, 'src/price.ts')).not.toContain('price');
  expect(opened.problems).toEqual([]);
});

test('the places of edits, under names that other servers use, too', async () => {
  const path = folder({ 'a.txt': 'one\r\ntwo\r\nthree\r\nfour\r\n' });
  const edits = [
    { old_string: 'one', new_string: '1' },
    { old_string: 'three', new_string: '3\n3a' },
  ];
  const args = { file_path: 'a.txt', edits, dry_run: true };
  await using opened = await stage.open(show(path, { tool: 'edit_file', args }));
  await expect.poll(() => heading(opened)).toBe('Preview: 2 places in 1 file');
  expect(await opened.view.locator('.added bdi').allTextContents()).toEqual(['1', '3', '3a']);
  await boxes(opened).nth(0).click();
  await apply(opened).click();
  await expect.poll(() => read(path, 'a.txt')).toBe('one\r\ntwo\r\n3\r\n3a\r\nfour\r\n');
  expect(opened.problems).toEqual([]);
});

test('a file that has changed since stays as it is, and can be previewed again', async () => {
  const path = folder(CODE);
  await using opened = await stage.open(show(path, RENAME));
  await expect.poll(() => boxes(opened).count()).toBe(4);
  writeFileSync(join(path, 'src/price.ts'), 'price();\n');
  await apply(opened).click();
  await expect.poll(() => opened.view.getByRole('alert').textContent()).toMatch(/^A file has changed since/);
  expect([read(path, 'src/cart.ts'), read(path, 'src/price.ts')]).toEqual([
    CODE['src/cart.ts'],
    'price();\n',
  ]);
  await opened.view.getByRole('button', { name: 'Preview again' }).click();
  await expect.poll(() => heading(opened)).toBe('Preview: 3 places in 2 files');
  await apply(opened).click();
  await expect.poll(() => read(path, 'src/price.ts')).toBe('cost();\n');
  expect(opened.problems).toEqual([]);
});

test('what was made at once is shown as it is', async () => {
  const path = folder({ 'a.txt': 'one\n' });
  const args = { path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }] };
  await using opened = await stage.open(show(path, { tool: 'edit_file', args }));
  await expect.poll(() => opened.view.locator('pre').first().textContent()).toContain('-one\n+two');
  expect(await boxes(opened).count()).toBe(0);
  expect(opened.problems).toEqual([]);
});

const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';
const NAME = 'a <b>"it\'s" & \u202eé.txt';

test('shows hostile names and lines as text, and nothing of them runs', async () => {
  const path = folder({ [NAME]: `word ${SCRIPT} \u202eabc\u0007\n` });
  const args = { find: 'word', replace: `${SCRIPT}\u2066`, dryRun: true };
  await using opened = await stage.open(show(path, { tool: 'replace_in_files', args }));
  await expect.poll(() => boxes(opened).count()).toBe(1);
  expect(await opened.view.locator('h2').textContent()).toBe('a <b>"it\'s" & \\u202eé.txt');
  expect(await opened.view.locator('.added bdi').textContent()).toBe(
    `${SCRIPT}\\u2066 ${SCRIPT} \\u202eabc\\u0007`,
  );
  expect(await opened.view.locator('script, img, b').count()).toBe(1);
  expect(await opened.page.evaluate(() => 'hacked' in window)).toBe(false);
  await apply(opened).click();
  await expect.poll(() => read(path, NAME)).toContain('\u2066');
  expect(opened.problems).toEqual([]);
});

test('survives a hundred thousand places and a line of a megabyte', async () => {
  const path = folder({
    'many.txt': 'one\n'.repeat(100_000),
    'long.txt': `${'x'.repeat(600_000)}one${'y'.repeat(600_000)}`,
  });
  const args = { find: 'one', replace: '1', dryRun: true };
  await using opened = await stage.open(show(path, { tool: 'replace_in_files', args }));
  await expect.poll(() => heading(opened)).toBe('Preview: 100,001 places in 2 files');
  expect(await boxes(opened).count()).toBe(1000);
  expect(await opened.view.getByText('1,200,003 characters').count()).toBe(1);
  expect(await opened.view.getByText('The first 1,000 places of 100,001 are shown.').count()).toBe(1);
  await apply(opened).click();
  await expect.poll(() => read(path, 'many.txt')).toBe('1\n'.repeat(999) + 'one\n'.repeat(99_001));
  expect(opened.problems).toEqual([]);
});

test.each([
  [[], ['choose_edits', 'choose_replacements']],
  [['--read-only'], []],
])('a server with %j offers the page %j', (flags, tools) => {
  const capabilities = {
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
  };
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
  const answers = execFileSync(process.execPath, [program('filesystem'), scratch.path, ...flags], {
    input: `${messages.join('\n')}\n`,
    encoding: 'utf8',
  });
  const names = [...answers.matchAll(/"name":"(choose_\w+)"/g)].map(([, name]) => name);
  expect(answers).toContain('"name":"read_text_file"');
  expect(names).toEqual(tools);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each([900, 320])('axe finds nothing at a width of %i', async (width) => {
    await using opened = await stage.open(show(folder(CODE), { ...RENAME, theme }), { width, height: 700 });
    await expect.poll(() => boxes(opened).count()).toBe(4);
    await boxes(opened).nth(0).click();
    expect(await opened.axe()).toEqual([]);
    const overflow = await opened.view.evaluate(() => document.body.scrollWidth - document.body.clientWidth);
    expect(overflow).toBe(0);
  });
});
