// No link leads to an address without an owner, and no command needs an unpublished package.
import { describe, expect, test } from 'vitest';
import { faultsOf, publication, type Publication } from '../src/publication.ts';
import { packages, sourceFiles } from '../src/workspace.ts';

const nobody: Publication = { repository: null, scope: '@mcp' };

test('the file of the owner does not contradict itself', () => {
  expect(faultsOf(publication)).toEqual([]);
});

test.each([
  [{ repository: 'github.com/ann' }, 'not github.com/ann'],
  [{ scope: 'mcp' }, 'not mcp'],
])('%j is refused: %s', (change, fault) => {
  expect(faultsOf({ ...nobody, ...change }).join()).toContain(fault);
});

test('an owner names a repository and a scope', () => {
  expect(faultsOf({ repository: 'https://github.com/ann/servers', scope: '@ann' })).toEqual([]);
});

test('every package has the scope of the owner', () => {
  const others = packages
    .map(({ manifest }) => manifest.name.split('/')[0])
    .filter((s) => s !== publication.scope);
  expect(others).toEqual([]);
});

const documents = sourceFiles.filter(({ path }) => path.endsWith('.md') && !path.startsWith('.changeset/'));

/** Commands that get a package of this project from npm, in documents and in the help of programs. */
const FETCHES = /\b(?:np[mx]|pnpm|bunx?|deno|yarn)\b(?![^`|\n]*--filter)[^`|\n]*?@mcp\/[a-z]/;

describe('documents', () => {
  test('name no address of a project that does not exist', () => {
    const named = sourceFiles.filter(({ text }) =>
      /github\.com[/:]mcp-referenc[e]|io\.github\.mcp-referenc[e]/.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  const hasOwner = publication.repository !== null;
  test.skipIf(hasOwner)('get no package of this project from npm (until an owner publishes it)', () => {
    const lines = documents.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => FETCHES.test(line))
        .map((line) => `${path}: ${line.trim().slice(0, 100)}`),
    );
    expect(lines).toEqual([]);
  });

  test('have no path in a link that somebody would have to replace', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)/g)]
        .filter(([, link = '']) => /path[/%]|L3BhdGg/.test(link))
        .map(([link]) => path + link),
    );
    expect(links).toEqual([]);
  });
});
