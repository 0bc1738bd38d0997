import { expect, test } from 'vitest';
import { help, parseCommandLine } from '../src/command-line.ts';

test('reads the name and the parts, in any order and spelling', () => {
  expect(parseCommandLine(['--with', 'prompts, tool', 'weather', '-y', '--with=resource'])).toEqual({
    name: 'weather',
    parts: ['tool', 'resource', 'prompt'],
    yes: true,
    fromNpm: false,
    help: false,
    version: false,
  });
});

test('a server has a tool by default', () => {
  expect(parseCommandLine([])).toMatchObject({ name: undefined, parts: ['tool'], yes: false });
});

test.each([
  [['--with', 'tol'], '--with knows tool, resource, prompt, elicitation, task, page. Given: tol'],
  [['--with', ''], '--with knows tool, resource, prompt, elicitation, task, page. Given: nothing'],
  [['weather', 'station'], 'Give one name, without spaces, not: weather station'],
  [['--wiht', 'tool'], /Unknown option '--wiht'[^]*--help lists the flags\.$/],
])('refuses %j', (args, message) => {
  expect(() => parseCommandLine(args)).toThrow(message);
});

test('--help names every flag and fits a terminal', () => {
  for (const flag of ['--with', '--from-npm', '-y, --yes', '-h, --help', '-v, --version'])
    expect(help).toContain(flag);
  expect(help.split('\n').filter((line) => line.length > 105)).toEqual([]);
});
