// `pnpm release:rename @scope` in a copy of this repository: it renames all packages and changes nothing else.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withScope } from '../src/scope.ts';
import { publication } from '../src/publication.ts';
import { importsOf, packages, root, sourceFiles, type Manifest } from '../src/workspace.ts';

const from = publication.scope;
// Split in two, so that this file can be renamed too.
const to = ['@a-much', 'longer-scope'].join('-');

describe('a text', () => {
  test.each([
    [`import '${from}/runtime';`, `import '${to}/runtime';`],
    [`/^${from}\\/runtime$/`, `/^${to}\\/runtime$/`],
    [`scope: '${from}'`, `scope: '${to}'`],
    [`npm:${from}/server`, `npm:${to}/server`],
    [`me${from}.example`, `me${from}.example`],
    [`${from}b/other`, `${from}b/other`],
  ])('%s becomes %s', (text, renamed) => {
    expect(withScope(text, { from, to })).toBe(renamed);
    expect(withScope(renamed, { from: to, to: from })).toBe(text);
  });
});

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'rename-')));
const copy = join(scratch, 'copy');
const left = new Set(['.cache', '.compile-cache', '.git', '.turbo', 'coverage', 'dist', 'node_modules']);
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));

const linkModules = (folder: string): void => {
  const modules = join(root, folder, 'node_modules');
  if (existsSync(modules)) symlinkSync(modules, join(copy, folder, 'node_modules'), 'junction');
};

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(copy, 'tools/repo/src/rename.ts'), ...args], {
    cwd: copy,
    encoding: 'utf8',
  });

const inCopy = (path: string): string => readFileSync(join(copy, path), 'utf8');

describe('a copy of the repository', () => {
  beforeAll(() => {
    cpSync(root, copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
    for (const folder of ['', ...packages.map((each) => each.folder)]) linkModules(folder);
  });

  test.each([[[]], [['ann']], [['@Ann']], [['@ann', '@bob']]])('is not renamed for %j', (args) => {
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain('Usage: pnpm release:rename @scope');
  });

  test('has the new scope in every name, import and document', () => {
    expect(run(to)).toMatchObject({ status: 0, stderr: '' });
    const names = packages.map(
      ({ folder }) => (JSON.parse(inCopy(join(folder, 'package.json'))) as Manifest).name,
    );
    expect(names.filter((name) => !name.startsWith(`${to}/`))).toEqual([]);
    const old = sourceFiles.filter(({ path }) => withScope(inCopy(path), { from, to }) !== inCopy(path));
    expect(old.map(({ path }) => path)).toEqual([]);
    const code = sourceFiles.filter(({ path }) => path.endsWith('.ts'));
    const lost = code.flatMap(({ path }) =>
      importsOf(inCopy(path))
        .filter(({ from: name }) => name.startsWith(to))
        .filter(({ from: name }) => !names.includes(name.split('/').slice(0, 2).join('/')))
        .map(({ from: name }) => `${path} → ${name}`),
    );
    expect(lost).toEqual([]);
    expect(JSON.parse(inCopy('tools/release/publication.json'))).toMatchObject({ scope: to });
    expect(withScope(inCopy('pnpm-lock.yaml'), { from: to, to: from })).toBe(
      readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'),
    );
  });

  test('has the same text otherwise, but for line breaks, columns of tables and the order of packages', () => {
    const words = (text: string): string =>
      text
        .split(/[\s|,;()[\]-]+/)
        .filter((word) => word !== '')
        .toSorted()
        .join(' ');
    const differ = sourceFiles.filter(
      ({ path, text }) => words(withScope(inCopy(path), { from: to, to: from })) !== words(text),
    );
    expect(differ.map(({ path }) => path)).toEqual([]);
  });

  test('passes the tests of its rules', { timeout: 120_000 }, () => {
    const files = ['packages.test', 'publication.test', 'layers.test', 'text.test'];
    const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--config', 'tools/vitest/test.ts', '--project', 'repo', ...files];
    const { UPDATE_DOCS: _update, ...env } = process.env;
    expect(execFileSync(process.execPath, args, { cwd: copy, env, encoding: 'utf8' })).toContain('4 passed');
  });
});
