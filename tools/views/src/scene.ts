// A scene: a page of a server, with data that is made for it. The pictures in the READMEs and the trial show all of
// them.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Frame } from 'playwright-core';
import type { Show } from './bed.ts';

/** How a server is started on what a scene has made. */
export interface Prepared {
  /** The arguments of the program. */
  readonly args: readonly string[];
  /** Ends what the scene has started. */
  readonly end?: () => Promise<void> | void;
}

/**
 * A call of a built server whose result a page shows. It looks the same each time: dates, names and sizes are fixed,
 * and nothing that is seen has the path of the folder or the number of a port in it.
 */
export interface Scene {
  /** The folder of the server in `servers`. */
  readonly server: string;
  /** The source in its folder `views`, without `.tsx`. Its page is `ui://<server>/<view>`. */
  readonly view: string;
  /** Of the picture, where a view has several. Default: the view. */
  readonly name?: string;
  /** What one sees, in a few words: the alternative text of the picture, and the name of the page in the trial. */
  readonly title: string;
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  /** Makes in this empty folder what the server works on. */
  readonly prepare: (folder: string) => Prepared | Promise<Prepared>;
  /** Does what a person would do before the picture is taken, and resolves when the page shows it. */
  readonly act: (view: Frame) => Promise<void>;
  /** Of the page, in pixels. It is as high as it wants to be. Default: 840. */
  readonly width?: number;
}

/** A scene that can be opened, until it is disposed of. */
export interface Staged extends AsyncDisposable {
  readonly show: Show;
}

/** Makes a database of this SQL. Returns its file. */
export const makeDatabase = (file: string, sql: string): string => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
  return file;
};

/** The folder of the servers. */
export const servers: string = join(import.meta.dirname, '../../../servers');

/** The program of a built server. */
export const program = (server: string): string => join(servers, server, 'dist/main.cjs');

export type Theme = 'light' | 'dark';

/** The path of a picture from the folder of its server, as its README names it. */
export const pictureOf = ({ view, name = view }: Scene, theme: Theme): string =>
  `views/pictures/${name}-${theme}.png`;

/** The same from the root of the file system. */
export const fileOf = (scene: Scene, theme: Theme): string =>
  join(servers, scene.server, pictureOf(scene, theme));

/** Makes the data of a scene, in a folder of its own. */
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
