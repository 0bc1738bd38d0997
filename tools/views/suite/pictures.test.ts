// Pictures in the READMEs: every page in light and in dark, all up to date.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PNG } from 'pngjs';
import { fileOf, pictureOf, servers, type Scene } from '../src/scene.ts';
import { gitDiff } from '../src/scenes/git-diff.ts';
import { scenes } from '../src/scenes.ts';
import {
  differing,
  inReadme,
  MOST_DIFFERING,
  readmeOf,
  readPicture,
  takePicture,
  writeInReadme,
  THEMES,
  writePicture,
} from './picture.ts';
import { startStage, type Stage } from './stage.ts';

const MOST_BYTES = 250_000;
const UPDATE = 'UPDATE_DOCS=1 npx -y pnpm@12 views suite/pictures.test.ts';

const namesIn = (...path: readonly string[]): string[] => {
  const folder = join(servers, ...path);
  return existsSync(folder) ? readdirSync(folder) : [];
};

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

test('every page of every server has a scene in tools/views/src/scenes.ts', () => {
  const pages = readdirSync(servers).flatMap((server) =>
    namesIn(server, 'views')
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `ui://${server}/${file.slice(0, -'.tsx'.length)}`),
  );
  expect(pages.length).toBeGreaterThan(0);
  const shown = new Set(scenes.map(({ server, view }) => `ui://${server}/${view}`));
  expect(pages.filter((page) => !shown.has(page))).toEqual([]);
});

test('every picture is of a scene', () => {
  const stored = readdirSync(servers).flatMap((server) =>
    namesIn(server, 'views/pictures').map((file) => join(servers, server, 'views/pictures', file)),
  );
  const made = new Set(scenes.flatMap((scene) => THEMES.map((theme) => fileOf(scene, theme))));
  expect(stored.filter((file) => !made.has(file))).toEqual([]);
});

describe.each(scenes.map((scene) => ({ ...scene, title: `${scene.server}: ${scene.title}` })))(
  '$title',
  (titled) => {
    const scene = { ...titled, title: titled.title.slice(titled.server.length + 2) };

    test.each(THEMES)('the picture in %s is up to date', async (theme) => {
      const file = fileOf(scene, theme);
      const picture = await takePicture(stage, scene, theme);
      const stored = readPicture(file);
      const pixels = stored === undefined ? Infinity : differing(picture, stored);
      if (pixels > MOST_DIFFERING && process.env['UPDATE_DOCS'] === '1') return writePicture(file, picture);
      expect(pixels, `${file} shows something else. Look at what changed: ${UPDATE}`).toBeLessThanOrEqual(
        MOST_DIFFERING,
      );
      expect(statSync(file).size).toBeLessThanOrEqual(MOST_BYTES);
    });

    test('the page of the guide shows it', () => {
      const page = readFileSync(join(servers, '../tools/site/guide/what-hosts-show.md'), 'utf8');
      const picture = `../../../servers/${scene.server}/${pictureOf(scene, 'light')}`;
      expect(page).toContain(`![${scene.title}](${picture})\n\n_${scene.title}_`);
    });

    test('the README of the server shows it', () => {
      if (process.env['UPDATE_DOCS'] === '1') writeInReadme(scene);
      expect(readmeOf(scene)).toContain(inReadme(scene));
    });
  },
);

test('a page looks the same each time, and another word is seen', async () => {
  const take = (scene: Scene): Promise<PNG> => takePicture(stage, scene, 'light');
  const first = await take(gitDiff);
  expect(differing(await take(gitDiff), first)).toBe(0);
  const another: Scene = {
    ...gitDiff,
    prepare: async (folder) => {
      const prepared = await gitDiff.prepare(folder);
      const file = join(folder, 'load.ts');
      writeFileSync(file, readFileSync(file, 'utf8').replace('retries: number', 'retries: string'));
      return prepared;
    },
  };
  expect(differing(await take(another), first)).toBeGreaterThan(2 * MOST_DIFFERING);
});
