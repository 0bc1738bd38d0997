// Example calls in the README of each server, with the files, the history, the rows or the pages that they use.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import type { ProgramClient } from '@mcp/runtime/testing';

interface Example {
  readonly question: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

interface Examples {
  /** Creates the data of the calls, through the server if necessary. */
  readonly prepare: (folder: string, client: ProgramClient) => Promise<void> | void;
  readonly calls: readonly Example[];
}

const greeting = "export const greet = (name: string): string => 'Hello, ' + name;\n";

const git = (folder: string, day: number, ...args: readonly string[]): void => {
  const date = `2026-03-0${day}T09:00:00Z`;
  const env = { HOME: folder, PATH: process.env['PATH'], GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], { cwd: folder, env });
};

const tides = `<!doctype html><title>Tides</title><nav><a href="/">Home</a></nav><article><h1>Tides in March</h1>
<p>High water comes about fifty minutes later each day.</p>
<table><tr><th>Place<th>High water<tr><td>Brest<td>06:12<tr><td>Saint-Malo<td>08:31</table></article>`;

/** Stops with the process; the README shows `siteName` instead of its address. */
const site = createServer(({ url }, response) => {
  // Without no-store, the second answer would say how old the cached page is.
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  if (url === '/tides') response.writeHead(200, headers).end(tides);
  else response.writeHead(404).end();
}).unref();
const siteName = 'https://example.com';

/** The examples of each server, by its name. */
export const examplesOf: Readonly<Record<string, Examples>> = {
  filesystem: {
    prepare: (folder) => {
      mkdirSync(join(folder, 'src/deep'), { recursive: true });
      writeFileSync(join(folder, 'src/greet.ts'), greeting);
      writeFileSync(
        join(folder, 'src/main.ts'),
        "import { greet } from './greet.ts';\n\nconsole.log(greet('Ada'));\n",
      );
    },
    calls: [
      {
        question: 'What is in a directory?',
        name: 'list_directory',
        arguments: { path: 'src', fields: ['size'] },
      },
      {
        question: 'Where is a word used?',
        name: 'search_file_contents',
        arguments: { path: '.', query: 'greet', glob: ['**/*.ts'] },
      },
      {
        question: 'Change it, but only if the text is still there:',
        name: 'edit_file',
        arguments: { path: 'src/greet.ts', edits: [{ oldText: "'Hello, '", newText: "'Good day, '" }] },
      },
    ],
  },
  git: {
    prepare: (folder) => {
      git(folder, 1, 'init', '--quiet');
      writeFileSync(join(folder, 'greet.ts'), greeting);
      git(folder, 2, 'add', '.');
      git(folder, 2, 'commit', '--quiet', '-m', 'Greet by name');
      writeFileSync(join(folder, 'greet.ts'), greeting.replace('Hello', 'Good day'));
      git(folder, 3, 'add', '.');
      writeFileSync(join(folder, 'notes.txt'), 'Ask Ada.\n');
    },
    calls: [
      { question: 'What is going on?', name: 'git_status', arguments: {} },
      { question: 'What would be committed?', name: 'git_diff', arguments: { staged: true } },
      { question: 'What happened last?', name: 'git_log', arguments: { limit: 1 } },
    ],
  },
  sqlite: {
    prepare: async (_, client) => {
      const sql = 'CREATE TABLE sales (item TEXT NOT NULL, price REAL)';
      await client.request('tools/call', { name: 'create_table', arguments: { query: sql } });
      const rows = "INSERT INTO sales VALUES ('milk', 1), ('tea', 3), ('tea', 2.25)";
      await client.request('tools/call', { name: 'write_query', arguments: { query: rows } });
    },
    calls: [
      {
        question: 'How much of each?',
        name: 'read_query',
        arguments: { query: 'SELECT item, sum(price) AS total FROM sales GROUP BY item' },
      },
      {
        question: 'What would this delete?',
        name: 'write_query',
        arguments: { query: 'DELETE FROM sales WHERE price < ?', params: [2], dry_run: true },
      },
      { question: 'A mistake:', name: 'read_query', arguments: { query: 'SELECT * FROM sale' } },
    ],
  },
  fetch: {
    prepare: async () => {
      await once(site.listen(0, '127.0.0.1'), 'listening');
    },
    calls: [
      { question: 'What does a page say?', name: 'fetch', arguments: { url: `${siteName}/tides` } },
      {
        question: 'Only its table, and what is known about the page:',
        name: 'fetch',
        arguments: { url: `${siteName}/tides`, selector: 'table', include: ['metadata'] },
      },
      {
        question: 'A page that is not there:',
        name: 'fetch',
        arguments: { url: `${siteName}/weather` },
      },
    ],
  },
};

/** An etag, which differs between runs. */
const ETAG = /(?<=etag: )[\da-z-]+/g;

/** Returns the calls of a server with their answers, as Markdown. */
export const showExamples = async (
  { prepare, calls }: Examples,
  folder: string,
  client: ProgramClient,
): Promise<string> => {
  await prepare(folder, client);
  const shown: string[] = [];
  for (const { question, name, arguments: args } of calls) {
    const address = site.address() as AddressInfo | null;
    const siteUrl = `http://127.0.0.1:${address?.port}`;
    const used = JSON.parse(JSON.stringify(args).replaceAll(siteName, siteUrl)) as JsonObject;
    const { content } = await client.request('tools/call', { name, arguments: used });
    const text = (content as { text: string }[]).map((block) => block.text.trimEnd()).join('\n');
    const answer = text
      .replaceAll(folder, '/srv/project')
      .replaceAll(siteUrl, siteName)
      .replaceAll(ETAG, '1ex8a-3z-dn1utli1-dn1utli1');
    // The answer may contain a fence.
    const fence = answer.includes('```') ? '````' : '```';
    const call = `\`${name}\` with \`${JSON.stringify(args)}\``;
    shown.push(`${question} ${call}:\n\n${fence}text\n${answer}\n${fence}`);
  }
  return shown.join('\n\n');
};
