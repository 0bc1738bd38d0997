// Pictures of pages: how to take and compare them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect } from 'vitest';
import { pictureOf, servers, stageScene, type Scene, type Theme } from '../src/scene.ts';
import type { Stage } from './stage.ts';

export const THEMES: readonly Theme[] = ['light', 'dark'];

/** Returns the lines in a server's README that show the scene. */
export const inReadme = (scene: Scene): string =>
  [
    '<picture>',
    `  <source media="(prefers-color-scheme: dark)" srcset="${pictureOf(scene, 'dark')}">`,
    `  <img alt="${scene.title}" src="${pictureOf(scene, 'light')}" width="${scene.width ?? WIDTH}">`,
    '</picture>',
  ].join('\n');

/** Returns the README of the server of a scene. */
export const readmeOf = ({ server }: Scene): string =>
  readFileSync(join(servers, server, 'README.md'), 'utf8');

/** Writes these lines into the README between `begin: picture <name>` and `end`. */
export const writeInReadme = (scene: Scene): void => {
  const { server, view, name = view } = scene;
  const place = new RegExp(`(?<=<!-- begin: picture ${name} -->\n\n)[^]*?(?=\n\n<!-- end -->)`);
  const text = readmeOf(scene).replace(place, () => inReadme(scene));
  writeFileSync(join(servers, server, 'README.md'), text);
};

const WIDTH = 840;

/** The margin of the host page on both sides of the view, in pixels. */
const MARGIN = 16;

/** Takes a picture of the scene's page, without the host around it. */
export const takePicture = async (stage: Stage, scene: Scene, theme: Theme): Promise<PNG> => {
  await using staged = await stageScene(scene);
  // At double density, letters look as sharp as the surrounding text on a high-resolution screen.
  const viewport = { width: (scene.width ?? WIDTH) + 2 * MARGIN, height: 900, scale: 2 };
  const opened = await stage.open({ ...staged.show, theme }, viewport);
  const { page, view } = opened;
  await scene.act(view);
  // The page sends its height to the host asynchronously.
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
 * Counts the pixels that differ visibly, or all pixels if the sizes differ. Browser and fonts come from npm packages,
 * so two runs give the same bytes; processors round colours differently, but below the threshold.
 */
export const differing = (one: PNG, other: PNG): number => {
  const { width, height } = one;
  if (width !== other.width || height !== other.height)
    return Math.max(width * height, other.width * other.height);
  return pixelmatch(one.data, other.data, undefined, width, height, { threshold: 0.1 });
};

/** The maximum number of differing pixels. A changed word differs in two hundred or more. */
export const MOST_DIFFERING = 50;

/** Returns the stored picture, or undefined if there is none. */
export const readPicture = (file: string): PNG | undefined =>
  existsSync(file) ? PNG.sync.read(readFileSync(file)) : undefined;

/** Stores a picture. Unfiltered lines compress best for text on a plain background. */
export const writePicture = (file: string, picture: PNG): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    PNG.sync.write(picture, { colorType: 2, filterType: 0, deflateStrategy: 0, deflateLevel: 9 }),
  );
};
