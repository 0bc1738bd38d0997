// Every command that the documents print is run by `pnpm instructions` or a step of CI, or says why only a person can.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocks, blocksIn, isStep, toRun } from '../src/instructions/blocks.ts';
import { root, sourceFiles } from '@mcp/repo/src/workspace.ts';

const fence = '```';

test('reads the commands and the reason of a block', () => {
  const text = `${fence}sh\na\nb\n${fence}\n\n<!-- by hand: needs Docker -->\n\n${fence}sh\nc\n${fence}\n`;
  expect(blocksIn('x.md', text)).toEqual([
    { path: 'x.md', text: 'a\nb\n', byHand: undefined },
    { path: 'x.md', text: 'c\n', byHand: 'needs Docker' },
  ]);
});

test('knows the steps of CI, word for word', () => {
  expect(isStep('npx -y pnpm@12 build')).toBe(true);
  expect(isStep('npx -y pnpm@12 test   # runs the tests')).toBe(true);
  expect(isStep('npx -y pnpm@12 new:server weather')).toBe(false);
  expect(toRun({ path: '', text: 'npx -y pnpm@12 build\nnode x\n', byHand: undefined })).toBe('node x');
});

test('each block is for the shell of this machine, or has a reason', () => {
  expect(blocks.length).toBeGreaterThan(15);
  const odd = blocks
    .filter(({ byHand }) => byHand === undefined)
    .filter((block) => toRun(block) !== '' && !/^node (?:servers|packages)\//.test(toRun(block)));
  expect(odd.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
});

describe('links', () => {
  const links = sourceFiles
    .filter(({ path }) => path.endsWith('.md') && !/^\.changeset\/|\/test\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({
        path,
        link,
        isOutside: /^[a-z]+:/.test(link),
      })),
    );

  // As GitHub and the site make them.
  const anchorsOf = (path: string): string[] =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
      const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
      return words.trim().replaceAll(/\s/g, '-');
    });

  test('to a part of a document lead to one of its headings', () => {
    const broken = links.filter(({ path, link, isOutside }) => {
      const [file = '', anchor] = link.split('#');
      if (anchor === undefined || isOutside) return false;
      const target = file === '' ? path : join(dirname(path), file);
      return !existsSync(join(root, target)) || !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('to the outside are https addresses of a host with a name', () => {
    const named = /^https:\/\/[\w-]+(?:\.[\w-]+)+(?:\/|$)/;
    expect(links.filter(({ link, isOutside }) => isOutside && !named.test(link))).toEqual([]);
  });
});
