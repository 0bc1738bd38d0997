// The page for people who use Claude Desktop says where the bundles are, and what each asks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleTable, whereBundlesAre } from '../../src/install/guide.ts';
import { installables } from '../../src/install/installable.ts';
import { bundleManifest, flavoursOf } from '../../src/install/manifest.ts';
import { pictureOf } from '../../src/install/picture.ts';
import { partIn, tableIn } from '@mcp/repo/src/readme-table.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const page = join(root, 'tools/site/guide/claude-desktop.md');

test('the page says where the files are', () => {
  const made = whereBundlesAre();
  expect(partIn(page, 'bundles', made)).toBe(made);
});

test('the page has a row for each bundle', () => {
  const table = bundleTable();
  expect(table).not.toContain('|  |');
  expect(tableIn(page, 'bundles', table)).toBe(table);
});

test('a release is shown once the bundles hang there', () => {
  const repository = 'https://github.com/ann/servers';
  const owned = { owner: 'ann', repository, scope: '@ann', npm: false, bundles: true };
  expect(whereBundlesAre(owned)).toBe(
    `Download one from [the newest release](${repository}/releases/latest).`,
  );
  expect(whereBundlesAre({ ...owned, owner: null, repository: null, bundles: false })).not.toContain('http');
});

describe.each(installables.flatMap((server) => flavoursOf(server).map((flavour) => ({ server, flavour }))))(
  'the picture of $flavour.name',
  ({ server, flavour }) => {
    const name = `${flavour.name}.svg`;
    const picture = pictureOf(bundleManifest(server, flavour, []));

    test('is what its manifest asks', () => {
      const file = join(root, 'tools/site/guide/images', name);
      if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(file, picture);
      expect(readFileSync(file, 'utf8')).toBe(picture);
      for (const { title } of flavour.switches) expect(picture).toContain(`>${title}</text>`);
    });

    test('is on the page', () => {
      expect(readFileSync(page, 'utf8')).toContain(`](images/${name})`);
    });
  },
);
