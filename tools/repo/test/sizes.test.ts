// How much there is to read, and how much to know: code lines of the runtime, its entry points and its public names.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { exportsOf } from '../src/exports.ts';
import { layerOf, runtimeFiles } from '../src/layers.ts';
import { publicPackages, root, sourceFiles, withoutComments } from '../src/workspace.ts';

/** What is beside the protocol: operators and authors' tests need it. */
const BESIDE: ReadonlySet<string> = new Set(['auth', 'middleware', 'testing', 'tasks', 'skills', 'otel']);
/** What stands on the open plan has a size of its own. */
const MOST_OF_EXTENSIONS = { tasks: 600, skills: 250, otel: 250 } as const;
// The aim is 9,000. MCP Apps came to it, and what extensions need of it.
const MOST_CODE_LINES = 9900;
/**
 * The aim for the filesystem server is 6,500; undo, patches, the search in documents, a skill, and the tools with which a page
 * makes a part of a change came to it.
 */
const MOST_OF_FILESYSTEM = 10_260;
const MOST_OF_REDIS = 350;
/** The tenth is for telemetry: whoever imports it has to bring @opentelemetry/api. */
const MOST_ENTRIES = 10;
/** 175 without the extensions, which bring their options and what they keep. */
const MOST_NAMES = 185;

const codeLines = (text: string): number =>
  withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length;

test(`the runtime without ${[...BESIDE].join(', ')} has at most ${MOST_CODE_LINES} lines of code`, () => {
  const counted = runtimeFiles.filter(({ path }) => !BESIDE.has(layerOf(path).replace(/\.ts$/, '')));
  const lines = counted.reduce((sum, { text }) => sum + codeLines(text), 0);
  console.log('lines of code of the runtime, without comments and blanks:', lines);
  expect(lines).toBeLessThanOrEqual(MOST_CODE_LINES);
});

test.each(Object.entries(MOST_OF_EXTENSIONS))('%s has at most %i lines of code', (folder, most) => {
  const files = runtimeFiles.filter(({ path }) => layerOf(path) === folder);
  const lines = files.reduce((sum, { text }) => sum + codeLines(text), 0);
  console.log(`lines of code of ${folder}, without comments and blanks:`, lines);
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(most);
});

test(`the runtime has at most ${MOST_ENTRIES} entries and ${MOST_NAMES} public names`, () => {
  const runtime = publicPackages.find(({ manifest }) => manifest.name === '@mcp/runtime');
  const files = Object.values(runtime?.manifest.exports ?? {}).map((file) =>
    posix.join(runtime?.folder ?? '', String(file)),
  );
  const names = files.flatMap((file) => exportsOf(file));
  console.log('entries of the runtime:', files.length, 'public names:', names.length);
  expect(files.length).toBeLessThanOrEqual(MOST_ENTRIES);
  expect(names.length).toBeLessThanOrEqual(MOST_NAMES);
});

test(`@mcp/redis has at most ${MOST_OF_REDIS} lines of code`, () => {
  const files = sourceFiles.filter(({ path }) => path.startsWith('packages/redis/src/'));
  const lines = files.reduce((sum, { text }) => sum + codeLines(text), 0);
  console.log('lines of code of @mcp/redis, without comments and blanks:', lines);
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThanOrEqual(MOST_OF_REDIS);
});

test(`the filesystem server has at most ${MOST_OF_FILESYSTEM} lines of code`, () => {
  const src = join(root, 'servers/filesystem/src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const lines = files.reduce((sum, file) => sum + codeLines(readFileSync(join(src, file), 'utf8')), 0);
  console.log('lines of code of the filesystem server, without comments and blanks:', lines);
  expect(lines).toBeLessThanOrEqual(MOST_OF_FILESYSTEM);
});
