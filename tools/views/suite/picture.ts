// Pictures of pages: how they are taken, and when two of them show the same.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { pictureOf, servers, stageScene, type Scene, type Theme } from '../src/scene.ts';
import type { Stage } from './stage.ts';

export const THEMES: readonly Theme[] = ['light', 'dark'];

/** What the README of a server has to say for its reader to see the scene. */
export const inReadme = (scene: Scene): string =>
  [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${pictureOf(scene, 'dark')}">`,
    `  <img alt="${scene.title}" src="${pictureOf(scene, 'light')}" width="${scene.width ?? WIDTH}">`,
    '</picture>',
  ].join('\n');

/** The README of the server of a scene. */
export const readmeOf = ({ server }: Scene): string =>
  readFileSync(join(servers, server, 'README.md'), 'utf8');

/** Writes what shows the scene where the README has a place for it: between `begin: picture <name>` and `end`. */
export const writeInReadme = (scene: Scene): void => {
  const { server, view, name = view } = scene;
  const place = new RegExp(`(?<=<!-- begin: picture ${name} -->\n\n)[^]*?(?=\n\n<!-- end -->)`);
  const text = readmeOf(scene).replace(place, () => inReadme(scene));
  writeFileSync(join(servers, server, 'README.md'), text);
};

const WIDTH = 840;

/** Of the host page, on both sides of the view. */
const MARGIN = 16;

/** Takes the picture of a scene: of the page only, without the host around it. */
export const takePicture = async (stage: Stage, scene: Scene, theme: Theme): Promise<PNG> => {
  await using staged = await stageScene(scene);
  // Two pixels for one: on a fine screen letters are as sharp as the text around the picture.
  const viewport = { width: (scene.width ?? WIDTH) + 2 * MARGIN, height: 900, scale: 2 };
  const opened = await stage.open({ ...staged.show, theme }, viewport);
  const { page, view } = opened;
  await scene.act(view);
  // The page tells its height to the host in a message.
  const frame = page.locator('iframe');
  const missing = async (): Promise<number> =>
    Math.ceil(await view.evaluate(() => document.body.getBoundingClientRect().height)) -
    ((await frame.boundingBox())?.height ?? 0);
  await expect.poll(missing).toBe(0);
  const shot = await frame.screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  expect(opened.takeProblems()).toEqual([]);
  return PNG.sync.read(shot);
};

/**
 * How many pixels of two pictures differ so much that an eye can tell; all of them when their sizes differ. Browser
 * and fonts are those of npm packages, so two runs give the same bytes; processors round colours in ways of their own,
 * which is less than the threshold.
 */
export const differing = (one: PNG, other: PNG): number => {
  const { width, height } = one;
  if (width !== other.width || height !== other.height)
    return Math.max(width * height, other.width * other.height);
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.1 });
};

/** The number of pixels that may differ. A word that changes is two hundred pixels and more. */
export const MOST_DIFFERING = 50;

/** The picture that is stored; undefined where there is none. */
export const readPicture = (file: string): PNG | undefined =>
  existsSync(file) ? PNG.sync.read(readFileSync(file)) : undefined;

/** Stores a picture. Letters on a plain ground come out smallest when the lines are not filtered. */
export const writePicture = (file: string, picture: PNG): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateStrategy: 0, deflateLevel: 9 }),
  );
};
