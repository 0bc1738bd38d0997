// The program of a bundled server: what it keeps for the next start, and that it starts with whatever lies there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const BUNDLE_SERVER = resolve(import.meta.dirname, '../src/bundle-server.ts');

const MAIN = `
import { join } from 'node:path';
import { state } from './state.ts';
if (!process.argv.includes('--help')) process.stdin.on('data', (line) => void answer(String(line)));
const NUL = '\\0';
const answer = async (line: string) => {
  const { shout } = await import('shouting');
  const { whisper } = await import('./whisper.ts');
  const { isSame } = await import('./later.ts');
  if (line.includes('fail')) throw new Error(line);
  if (line.includes('é')) return process.stdout.write([\`…\${NUL}\`, '😀', /^[à-ü]+$/u.test('é'), /^[😀]$/u.test('😀')].join());
  if (line.includes(\`\${NUL}\${line}\${NUL}\`)) return;
  process.stdout.write(shout(line) + whisper(line) + isSame(state) + join(import.meta.dirname, 'x'));
};
`;

const FILES = {
  'package.json': JSON.stringify({ name: 'echo', version: '1.0.0', dependencies: { shouting: '1.0.0' } }),
  'src/main.ts': MAIN,
  'src/state.ts': 'export const state = {};',
  'src/later.ts': `import { state } from './state.ts';
    export const isSame = (other: object): boolean => state === other;`,
  'src/quiet.cjs': 'exports.whisper = (text) => text.toLowerCase();',
  'src/whisper.ts': "export { whisper } from './quiet.cjs';",
  'node_modules/shouting/package.json': '{ "name": "shouting", "type": "module", "exports": "./index.js" }',
  'node_modules/shouting/index.js': 'export const shout = (text) => text.toUpperCase();',
};

let folder = '';
const cache = (): string => join(folder, '.compile-cache');
const program = (): string => join(folder, 'dist/main.cjs');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'echo-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const built = spawnSync(process.execPath, [BUNDLE_SERVER, 'src/whisper.ts'], { cwd: folder });
  expect([built.status, String(built.stderr)]).toEqual([0, '']);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  rmSync(cache(), { recursive: true, force: true });
});

interface Run {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  readonly arguments?: readonly string[];
}

const start = (run: Run = {}): ReturnType<typeof spawnSync> => {
  const args = [...(run.nodeFlags ?? []), program(), ...(run.arguments ?? [])];
  return spawnSync(process.execPath, args, { input: run.input ?? 'Hello', env: run.env ?? {} });
};

const expectAnswer = (run: Run = {}): void => {
  const { stdout, stderr, status } = start(run);
  expect([String(stdout), String(stderr), status]).toEqual([
    `HELLOhellotrue${join(folder, 'dist/x')}`,
    '',
    0,
  ]);
};

/** The files with the code of the program: the compile cache of Node.js has folders. */
const kept = (): string[] => {
  const entries = statSync(cache(), { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(cache(), { withFileTypes: true })
    : [];
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(cache(), name));
};

const onlyKept = (): string => {
  const [file = '', ...others] = kept();
  expect([file === '', others]).toEqual([false, []]);
  return file;
};

test('the files are text, without NULs', () => {
  const holds = (name: string): boolean => readFileSync(join(folder, 'dist', name), 'utf8').includes('\0');
  expect(readdirSync(join(folder, 'dist')).filter(holds)).toEqual([]);
});

test('the first run caches its code, and the next one uses it', () => {
  expectAnswer();
  const file = onlyKept();
  const { ino } = statSync(file);
  expectAnswer();
  expect(statSync(onlyKept()).ino).toBe(ino);
});

test('only the owner of the package can read the cache', () => {
  expectAnswer();
  expect(statSync(onlyKept()).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

test('a run without input caches nothing', () => {
  expect(start({ arguments: ['--help'] }).status).toBe(0);
  expect(kept()).toEqual([]);
});

test.each([
  ['nothing', () => Buffer.alloc(0)],
  ['two bytes', () => Buffer.from('ab')],
  ['a part', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ['a changed byte at the front', (bytes: Buffer) => withChangedByte(bytes, 100)],
  ['a changed byte in the middle', (bytes: Buffer) => withChangedByte(bytes, bytes.length / 2)],
  ['a changed byte at the end', (bytes: Buffer) => withChangedByte(bytes, bytes.length - 1)],
])('a file with %s is replaced', (_, damage) => {
  expectAnswer();
  const file = onlyKept();
  const bytes = readFileSync(file);
  writeFileSync(file, damage(bytes));
  expectAnswer();
  expect(readFileSync(onlyKept()).length).toBeGreaterThan(bytes.length / 2);
  expectAnswer();
});

const withChangedByte = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  const place = Math.floor(at);
  changed[place] = 255 - (changed[place] ?? 0);
  return changed;
};

test('code of V8 with different flags is replaced', () => {
  expectAnswer();
  const { ino } = statSync(onlyKept());
  expectAnswer({ nodeFlags: ['--no-opt'] });
  expect(statSync(onlyKept()).ino).not.toBe(ino);
});

test('starts if the cache cannot be written', () => {
  writeFileSync(cache(), 'not a folder');
  expectAnswer();
  expectAnswer();
  expect(kept()).toEqual([]);
});

test('caches nothing if the compile cache is off', () => {
  expectAnswer({ env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
  expect(kept()).toEqual([]);
});

test('a stack trace names the position in the bundle', () => {
  const text = readFileSync(join(folder, 'dist/server.cjs'), 'utf8');
  const column =
    text
      .slice(0, text.search(/(?:new )?Error\(/))
      .split('\n')
      .at(-1)?.length ?? 0;
  for (const _ of [1, 2])
    expect(String(start({ input: 'fail' }).stderr)).toContain(`server.cjs:1:${column + 1}`);
});

test('the bundle is ASCII, and its strings and expressions keep their meaning', () => {
  const bytes = readFileSync(join(folder, 'dist/server.cjs'));
  expect(bytes.filter((byte) => byte === 0 || byte > 0x7f)).toHaveLength(0);
  for (const _ of [1, 2]) expect(String(start({ input: 'é' }).stdout)).toBe('…\0,😀,true,true');
});
