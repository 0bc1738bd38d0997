// Scene: a page of a server with prepared data. The pictures in the READMEs and the trial show all of them.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Frame } from 'playwright-core';
import type { Show } from './bed.ts';

/** The start of a server on a scene's data. */
export interface Prepared {
  /** Arguments after the program. */
  readonly args: readonly string[];
  /** Stops what the scene has started. */
  readonly end?: () => Promise<void> | void;
}

/**
 * A call of a built server whose result a page shows. It looks the same each time: dates, names and sizes are fixed,
 * and nothing visible contains the path of the folder or a port number.
 */
export interface Scene {
  /** The folder of the server below `servers`. */
  readonly server: string;
  /** The source in the server's folder `views`, without `.tsx`. Its page is `ui://<server>/<view>`. */
  readonly view: string;
  /** The name of the picture, if a view has several. Default: the view. */
  readonly name?: string;
  /** A short description: the alternative text of the picture, and the name of the page in the trial. */
  readonly title: string;
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  /** Creates the server's data in this empty folder. */
  readonly prepare: (folder: string) => Prepared | Promise<Prepared>;
  /** Does what a user would do before the picture is taken, and resolves when the page shows the outcome. */
  readonly act: (view: Frame) => Promise<void>;
  /** The width of the page in pixels; its height adapts to the content. Default: 840. */
  readonly width?: number;
}

/** A prepared scene; disposing of it removes its data. */
export interface Staged extends AsyncDisposable {
  readonly show: Show;
}

/** Creates a database from SQL and returns its file. */
export const makeDatabase = (file: string, sql: string): string => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
  return file;
};

/** The folder of the servers. */
export const servers: string = join(import.meta.dirname, '../../../servers');

/** Returns the program of a built server. */
export const program = (server: string): string => join(servers, server, 'dist/main.cjs');

export type Theme = 'light' | 'dark';

/** Returns the path of a picture relative to the folder of its server, as its README names it. */
export const pictureOf = ({ view, name = view }: Scene, theme: Theme): string =>
  `views/pictures/${name}-${theme}.png`;

/** Returns the absolute path of a picture. */
export const fileOf = (scene: Scene, theme: Theme): string =>
  join(servers, scene.server, pictureOf(scene, theme));

/** Prepares a scene in a temporary folder. */
export const stageScene = async ({ server, title, tool, args, prepare }: Scene): Promise<Staged> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-views-')));
  const { args: more, end } = await prepare(folder);
  return {
    show: { command: [process.execPath, program(server), ...more], cwd: folder, title, tool, args },
    [Symbol.asyncDispose]: async () => {
      await end?.();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
