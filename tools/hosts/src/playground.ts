// Playground: an empty home, a project for the servers to work on, and a web page on loopback.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** Where a host runs, and what its servers work on. Removed when it is disposed of. */
export interface Playground extends AsyncDisposable {
  readonly home: string;
  readonly project: string;
  /** The URL of the page. */
  readonly page: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The image of the project, in Base64: 16 × 16 pixels. */
export const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mO4YGBAEmIY1TCqYfhqAAA+XjAQecrJFAAAAABJRU5ErkJggg==';

/** How many lines a long file has. Each has up to 60 bytes, so the file has 300 kB. */
export const LONG_LINES = 5100;
const LINE_BYTES = 60;

/** Returns a line of a long file without its line break; `filler` has one or three bytes in UTF-8. */
export const longLine = (index: number, filler: string): string => {
  const start = `line ${String(index).padStart(4, '0')} `;
  return start + filler.repeat((LINE_BYTES - 1 - start.length) / Buffer.byteLength(filler));
};

const longFile = (filler: string): string =>
  Array.from({ length: LONG_LINES }, (_, index) => `${longLine(index + 1, filler)}\n`).join('');

const pdf = (text: string): string => {
  const content = `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ].map((object, index) => `${index + 1} 0 obj${object}endobj\n`);
  const offsets = objects.map((_, index) => `%PDF-1.4\n${objects.slice(0, index).join('')}`.length);
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const body = `%PDF-1.4\n${objects.join('')}`;
  const size = objects.length + 1;
  return `${body}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`;
};

const fill = (project: string): void => {
  const git = (...args: readonly string[]): Buffer => execFileSync('git', args, { cwd: project });
  git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(join(project, 'story.txt'), 'Once upon a time\n');
  git('add', 'story.txt');
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    'commit',
    '--quiet',
    '--message',
    'Begin a story',
  );
  writeFileSync(join(project, 'story.txt'), 'Once upon a time there was a file\n');
  writeFileSync(join(project, 'invoice.pdf'), pdf('The invoice is about 4711 euros'));
  writeFileSync(join(project, 'dot.png'), Buffer.from(IMAGE, 'base64'));
  writeFileSync(join(project, 'long.txt'), longFile('x'));
  writeFileSync(join(project, 'chinese.txt'), longFile('文'));
  const database = new Database(join(project, 'shop.db'));
  database.exec(
    "CREATE TABLE orders (id INTEGER, customer TEXT); INSERT INTO orders VALUES (1, 'Grace'), (2, 'Ada')",
  );
  database.close();
};

/** Makes a playground. */
export const openPlayground = async (): Promise<Playground> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hosts-')));
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  for (const path of [home, project]) mkdirSync(path);
  fill(project);
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Tide</title><p>High water at 17:42.');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    ...{ home, project, page: `http://127.0.0.1:${(site.address() as AddressInfo).port}/tide.html` },
    environment: {
      HOME: home,
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
      CI: '1',
    },
    [Symbol.asyncDispose]: async () => {
      site.closeAllConnections();
      site.close();
      await once(site, 'close');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};
