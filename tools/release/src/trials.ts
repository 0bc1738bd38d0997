// Trials: the command line of each server, and calls that need a real directory, repository, database or page.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';

/** A call and the text that its result must contain. */
export interface Job {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly shows: string;
}

/** The trial of one server. */
export interface Trial {
  /** The folder below `servers`. */
  readonly server: string;
  readonly args: readonly string[];
  /** A job that changes nothing, so it can be repeated. */
  readonly first: Job;
  /** The main jobs of the server, in an order that makes sense. */
  readonly jobs: readonly Job[];
}

const job = (tool: string, args: JsonObject, shows: string): Job => ({ tool, arguments: args, shows });

const files = (folder: string): Trial => {
  writeFileSync(join(folder, 'hello.txt'), 'hello\n');
  const path = join(folder, 'hello.txt');
  const book = join(folder, 'book.ipynb');
  const cell = { cell_type: 'markdown', metadata: {}, source: ['A cell.'] };
  writeFileSync(book, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
  return {
    server: 'filesystem',
    args: ['--deny', 'secret', folder],
    first: job('list_directory', { path: folder }, 'hello.txt'),
    jobs: [
      job('edit_file', { path, edits: [{ oldText: 'hello', newText: 'good day' }] }, 'good day'),
      job('read_text_file', { path }, 'good day'),
      job('read_text_file', { path: book }, 'A cell.'),
      job('write_file', { path: join(folder, 'new.txt'), content: 'new' }, 'new.txt'),
      job('move_file', { source: join(folder, 'new.txt'), destination: join(folder, 'old.txt') }, 'old.txt'),
      job('search_files', { path: folder, pattern: '*.txt' }, 'old.txt'),
      job('search_file_contents', { path: folder, query: 'good' }, 'good day'),
    ],
  };
};

const repository = (folder: string): Trial => {
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch', 'work');
  git('config', 'user.name', 'somebody');
  git('config', 'user.email', 'somebody@example.org');
  writeFileSync(join(folder, 'new.txt'), 'new\n');
  const of = { repo_path: folder };
  return {
    server: 'git',
    args: ['-r', folder],
    first: job('git_status', of, 'new.txt'),
    jobs: [
      job('git_add', { ...of, files: ['new.txt'] }, 'new.txt'),
      job('git_commit', { ...of, message: 'the first' }, 'Committed'),
      job('git_log', of, 'the first'),
      job('git_show', { ...of, revision: 'HEAD' }, 'new.txt'),
    ],
  };
};

/** Returns the trial of a database that the server creates. */
const database = (folder: string): Trial => ({
  server: 'sqlite',
  args: ['--db-path', join(folder, 'shop.db')],
  first: job('read_query', { query: 'SELECT 6 * 7 AS answer' }, '42'),
  jobs: [
    job('create_table', { query: 'CREATE TABLE customers (name TEXT)' }, 'created'),
    job('write_query', { query: "INSERT INTO customers VALUES ('Ada')" }, '1'),
    job('list_tables', {}, 'customers'),
    job('read_query', { query: 'SELECT name FROM customers' }, 'Ada'),
  ],
});

/** Serves pages on loopback until this process ends. */
const pages = async (): Promise<Trial> => {
  const page = '<html><main><h1>Title</h1><p>A page <b>on</b> loopback.</p></main></html>';
  const server = createServer((request, response) =>
    response.setHeader('content-type', request.url === '/text' ? 'text/plain' : 'text/html').end(page),
  ).unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    server: 'fetch',
    args: ['--allow-cidr', '127.0.0.1/32', '--ignore-robots-txt'],
    first: job('fetch', { url }, 'A page **on** loopback.'),
    jobs: [
      job('fetch', { url: `${url}text` }, '<b>on</b>'),
      job('fetch_many', { urls: [url, `${url}text`] }, 'A page **on** loopback.'),
    ],
  };
};

/** Returns a trial of each server, with its data in a new folder. */
export const prepareTrials = async (folder: string): Promise<readonly [Trial, ...Trial[]]> => {
  const made = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return [files(made('files')), repository(made('repository')), database(made('database')), await pages()];
};
