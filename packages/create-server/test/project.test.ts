// Project files: checks what is written. The release rehearsal installs a project from a registry and runs its own
// checks with npm and pnpm on every Node.js.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { type Part, PARTS } from '../src/parts.ts';
import { writeProject } from '../src/project.ts';

let parent = '';

beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'create-')));
});

afterEach(() => rmSync(parent, { recursive: true }));

const write = (name: string, ...parts: Part[]) => writeProject({ name, parts }, parent);

const ALWAYS = [
  '.github/workflows/ci.yml',
  '.gitignore',
  'README.md',
  'package.json',
  'src/main.ts',
  'src/server.ts',
  'test/server.test.ts',
  'tsconfig.json',
];

const OF_PARTS = {
  tool: ['src/tools/greet.ts', 'test/tools/greet.test.ts'],
  resource: ['src/resources/guide.ts', 'test/resources/guide.test.ts'],
  prompt: ['src/prompts/welcome.ts', 'test/prompts/welcome.test.ts'],
  elicitation: ['src/elicitation/order.ts', 'test/elicitation/order.test.ts'],
  task: ['src/tasks/bake.ts', 'test/tasks/bake.test.ts'],
  page: ['src/pages/forecast.ts', 'test/pages/forecast.test.ts'],
};

test.each<Part[][]>([
  [['tool']],
  [['resource']],
  [['prompt']],
  [['tool', 'prompt']],
  [['tool', 'resource', 'prompt']],
  [['elicitation']],
  [['task']],
  [['page']],
  [['tool', 'resource', 'prompt', 'elicitation', 'task', 'page']],
])('a server with %j has exactly their files and names', (parts) => {
  const { folder, files } = write('weather', ...parts);
  expect(files).toEqual([...ALWAYS, ...parts.flatMap((part) => OF_PARTS[part])].toSorted());
  const server = readFileSync(join(folder, 'src/server.ts'), 'utf8');
  const imported = [...server.matchAll(/from '\.\/(.*)'/g)].map(([, file]) => `src/${file}`);
  expect(imported.toSorted()).toEqual(files.filter((file) => /^src\/.*\//.test(file)));
  const entries = [...server.matchAll(/^ {2}\w+: \[(.*)\],$/gm)].flatMap(([, list = '']) => list.split(', '));
  const names = parts.flatMap((part) => PARTS[part].names);
  expect(entries.map((entry) => entry.replace('()', '')).toSorted()).toEqual(names.toSorted());
});

test('gives the project its name everywhere', () => {
  const { folder, files } = write('@me/weather-station', 'tool', 'resource', 'prompt');
  expect(folder).toBe(join(parent, 'weather-station'));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(texts.filter((text) => /my[- ]server|@example/i.test(text))).toEqual([]);
  const written: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(written).toMatchObject({
    name: '@me/weather-station',
    bin: { 'weather-station': 'dist/src/main.js' },
    description: 'Weather station for the Model Context Protocol',
    dependencies: {
      '@mcp/command-line': `^${manifest.version}`,
      '@mcp/runtime': `^${manifest.version}`,
    },
  });
});

test('a deleted test stops running', () => {
  const { folder } = write('weather', 'tool');
  const root = join(import.meta.dirname, '../../..');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const part of ['src', 'test']) rmSync(join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'test'));
  for (const name of ['first', 'second'])
    writeFileSync(
      join(folder, `test/${name}.test.ts`),
      `import { test } from 'node:test';\ntest('${name} runs', () => {});\n`,
    );
  const runTests = (): string[] => {
    const { stdout, stderr } = spawnSync('npm test', { cwd: folder, encoding: 'utf8', shell: true });
    const names = [...stdout.matchAll(/(\w+) runs/g)].map(([, name = '']) => name);
    return names.length > 0 ? [...new Set(names)].toSorted() : [stdout, stderr];
  };
  expect(runTests()).toEqual(['first', 'second']);
  rmSync(join(folder, 'test/first.test.ts'));
  expect(runTests()).toEqual(['second']);
});

test('leaves a folder with files unchanged', () => {
  const folder = join(parent, 'weather');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), 'mine');
  expect(() => write('weather', 'tool')).toThrow(
    `There are files in ${folder}. Choose another name, or go to another folder.`,
  );
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'src'))).toBe(false);
});

test('writes into an empty folder', () => {
  mkdirSync(join(parent, 'weather'));
  expect(write('weather', 'tool').files).toContain('src/tools/greet.ts');
});

test.each(['../weather', '/weather', '@me/../../weather'])('writes nothing for the name %j', (name) => {
  expect(() => write(name, 'tool')).toThrow(/^A name has lower-case letters/);
});
