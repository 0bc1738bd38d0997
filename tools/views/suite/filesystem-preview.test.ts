// The preview of files of the filesystem server, in a browser.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program, startStage, temporary, type Opened, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

const scratch = temporary();
afterAll(() => scratch[Symbol.dispose]());

const SCRIPT = '<script>window.parent.hacked = true</script><img src=x onerror="document.title=1">';
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

const documents = join(import.meta.dirname, '../../../servers/filesystem/test/documents/fixtures');
const write = (name: string, content: string | Buffer): void =>
  writeFileSync(join(scratch.path, name), content);

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
    copyFileSync(join(documents, name), join(scratch.path, name));
});

interface Call {
  readonly path: string;
  readonly tool?: string;
  readonly args?: object;
  readonly flags?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

const show = ({ path, tool = 'read_text_file', args = {}, flags = [], theme = 'light' }: Call) =>
  ({
    command: [process.execPath, program('filesystem'), scratch.path, ...flags],
    tool,
    args: { path, ...args },
    theme,
  }) as const;

const ALL = ['--max-output-chars', '0'];
const heading = ({ view }: Opened) => view.locator('h1').textContent();
const lines = ({ view }: Opened) => view.locator('.line').allTextContents();

test('shows text with the numbers of its lines, and reads on', async () => {
  await using opened = await stage.open(show({ path: 'code.ts' }));
  const { view } = opened;
  await expect.poll(() => heading(opened)).toBe('code.ts');
  expect((await lines(opened)).slice(0, 2)).toEqual(['1const line1 = 0;', '2const line2 = 1;']);
  await view.getByRole('button', { name: 'Read on' }).click();
  await expect.poll(() => view.getByRole('button', { name: 'Read on' }).count()).toBe(0);
  await view.locator('.frame').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await expect.poll(async () => (await lines(opened)).at(-1)).toBe('3000const line3000 = 2999;');
  expect(opened.problems).toEqual([]);
});

test.each([
  [{ offset: 5, limit: 2 }, ['5const line5 = 4;', '6const line6 = 5;']],
  [{ offset: 5, limit: 2, lineNumbers: true }, ['5const line5 = 4;', '6const line6 = 5;']],
  [{ tail: 1 }, ['const line3000 = 2999;']],
])('shows a part as %j', async (args, expected) => {
  await using opened = await stage.open(show({ path: 'code.ts', args }));
  await expect.poll(() => lines(opened)).toEqual(expected);
  expect(opened.problems).toEqual([]);
});

test('draws of a hundred thousand lines those that can be seen', async () => {
  await using opened = await stage.open(show({ path: 'lines.txt', flags: ALL }));
  const { view } = opened;
  await expect.poll(async () => (await lines(opened))[0]).toBe('1a line');
  expect((await lines(opened)).length).toBeLessThan(200);
  await view.locator('.frame').focus();
  await opened.page.keyboard.press('End');
  await expect.poll(async () => (await lines(opened)).at(-1)).toBe('100000a line');
  expect((await lines(opened)).length).toBeLessThan(200);
  expect(opened.problems).toEqual([]);
});

test('cuts a line of a megabyte', async () => {
  await using opened = await stage.open(show({ path: 'long.txt', flags: ALL }));
  await expect.poll(async () => (await lines(opened))[0]).toMatch(/^1x{2000} … \(1,000,000 characters\)$/);
  expect((await lines(opened))[1]).toBe('2short');
  expect(opened.problems).toEqual([]);
});

test('shows comma-separated values as a table, of which it draws what can be seen', async () => {
  await using opened = await stage.open(show({ path: 'rows.csv', flags: ALL }));
  const { view } = opened;
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
  await expect.poll(async () => (await lines(opened))[1]).toBe('21,"Name, 0"');
  expect(opened.problems).toEqual([]);
});

test('survives a cell of a megabyte', async () => {
  await using opened = await stage.open(show({ path: 'cell.csv', flags: ALL }));
  const cells = () => opened.view.locator('tbody td').allTextContents();
  await expect.poll(async () => (await cells())[0]).toMatch(/^y{300} … \(1,000,000 characters\)$/);
  expect((await cells())[1]).toBe(SCRIPT.replaceAll('"', ''));
  expect(opened.problems).toEqual([]);
});

test('shows Markdown without what could run, load or lead away', async () => {
  await using opened = await stage.open(show({ path: 'plan.md' }));
  const { view, page } = opened;
  await expect.poll(() => view.locator('h2').textContent()).toBe('Plan');
  expect(await view.locator('em, code').allTextContents()).toEqual(['words', 'code']);
  expect(await view.locator('td').allTextContents()).toEqual(['1', '2']);
  expect(await view.getByText(SCRIPT).count()).toBe(1);
  expect(await view.locator('a, img, script').count()).toBe(1);
  expect(await view.getByText('javascript:alert(1)').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await view.getByRole('button', { name: 'As plain text' }).click();
  await expect.poll(async () => (await lines(opened))[0]).toBe('1# Plan');
  expect(opened.problems).toEqual([]);
});

test.each(['hostile.txt', HOSTILE_NAME])('shows %j as text, and nothing of it runs', async (path) => {
  await using opened = await stage.open(show({ path }));
  const { view, page } = opened;
  await expect.poll(() => heading(opened)).toBe(path.replace('\u202e', '\\u202e'));
  const shown = await view.locator('.frame').textContent();
  expect(shown).toContain(SCRIPT);
  expect(shown).toContain('abc\\u202edef\\u2066ghi\\u0007');
  expect(await view.locator('script, img, b').count()).toBe(1);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(opened.problems).toEqual([]);
});

test('shows a picture, and says when it is none', async () => {
  const tool = 'read_media_file';
  await using opened = await stage.open(show({ path: 'dot.png', tool }));
  const picture = opened.view.getByRole('img', { name: 'dot.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  expect(await opened.view.locator('.remark').textContent()).toBe('image/png, 70 bytes');
  expect(opened.problems).toEqual([]);
  for (const path of ['broken.png', 'bytes.bin']) {
    await using other = await stage.open(show({ path, tool }));
    await expect.poll(() => other.view.getByText('This page cannot show').count()).toBe(1);
  }
  await using drawing = await stage.open(show({ path: 'drawing.svg', tool }));
  await expect.poll(() => drawing.view.locator('img').count()).toBe(1);
  expect(await drawing.page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('shows the text of documents with its structure', async () => {
  await using report = await stage.open(show({ path: 'report.docx' }));
  await expect.poll(() => report.view.locator('.markdown h2').count()).toBeGreaterThan(0);
  expect(report.problems).toEqual([]);
  await using people = await stage.open(show({ path: 'people.xlsx' }));
  await expect.poll(() => people.view.locator('h2').first().textContent()).toMatch(/^Sheet 1: /);
  expect(await people.view.getByRole('columnheader').count()).toBeGreaterThan(1);
  expect(people.problems).toEqual([]);
  await using letter = await stage.open(show({ path: 'letter.pdf' }));
  await expect.poll(async () => (await lines(letter))[0]).toBe('1## Page 1');
  expect(letter.problems).toEqual([]);
});

test('another result of the host is shown instead of the first', async () => {
  await using opened = await stage.open(show({ path: 'code.ts' }));
  const { view } = opened;
  await expect.poll(async () => (await lines(opened))[0]).toBe('1const line1 = 0;');
  await view.evaluate(() => {
    const params = { content: [{ type: 'text', text: 'second\n' }] };
    const data = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params };
    window.dispatchEvent(new MessageEvent('message', { source: window.parent, data }));
  });
  await expect.poll(() => lines(opened)).toEqual(['1second']);
  expect(opened.problems).toEqual([]);
});

test('an empty file is said to be empty', async () => {
  await using opened = await stage.open(show({ path: 'empty.txt' }));
  await expect.poll(() => opened.view.getByText('The file is empty.').count()).toBe(1);
  expect(opened.problems).toEqual([]);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  describe.each([900, 320])('at a width of %i', (width) => {
    test.each(['code.ts', 'rows.csv', 'plan.md', 'people.xlsx'])('axe finds nothing in %s', async (path) => {
      await using opened = await stage.open(show({ path, theme }), { width, height: 700 });
      await expect.poll(() => opened.view.locator('.frame').count()).toBeGreaterThan(0);
      expect(await opened.axe()).toEqual([]);
      const overflow = await opened.view.evaluate(
        () => document.body.scrollWidth - document.body.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  });
});
