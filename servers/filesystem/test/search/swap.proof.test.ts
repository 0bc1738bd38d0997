import { expect, test } from 'vitest';
import { startHostile } from '../sandbox/start-hostile.ts';
import { connectTo, serve, temporary, type Temporary } from '../setup.ts';

const ROUNDS = 100;
const NAMES = ['a.txt', 'b.txt', 'c.txt', 'deep/d.txt', 'deep/e.txt', 'f.txt'];

const makeWorld = (): Temporary =>
  temporary({
    ...Object.fromEntries(NAMES.map((name) => [`root/dir/${name}`, 'a needle inside\n'])),
    // The same names outside: only the content and the extra name differ.
    ...Object.fromEntries(NAMES.map((name) => [`outside/${name}`, 'a needle of somebody else: stolen\n'])),
    'outside/secret.txt': 'a needle of somebody else: stolen\n',
    'outside/only-outside/secret.txt': 'a needle of somebody else: stolen\n',
    'stage/': '',
  });

const start = (world: Temporary) =>
  startHostile('search/hostile-tree.ts', ...['root', 'outside', 'stage'].map((name) => world.at(name)));

/** What a result shows, and how much of the tree: all of it if undisturbed. */
interface Attack {
  readonly tool: string;
  readonly args: { readonly [name: string]: unknown };
  readonly undisturbed: (answer: string, structured: { readonly [member: string]: unknown }) => boolean;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : -1);
const hasAllMatches: Attack['undisturbed'] = (_, { matches, files }) =>
  lengthOf(matches ?? files) === NAMES.length;

const ATTACKS: readonly Attack[] = [
  {
    tool: 'search_file_contents',
    args: { path: '.', query: 'needle', contextLines: 2 },
    undisturbed: hasAllMatches,
  },
  {
    tool: 'search_file_contents',
    args: { path: 'dir', query: 'n[a-e]+dle', caseSensitive: false },
    undisturbed: hasAllMatches,
  },
  {
    tool: 'search_files',
    args: { path: '.', pattern: '**/*.txt' },
    undisturbed: hasAllMatches,
  },
  {
    tool: 'directory_tree',
    args: { path: '.' },
    undisturbed: (answer) => answer.split('\n').length === NAMES.length + 2,
  },
];

test.each(ATTACKS)(
  '$tool with $args shows nothing outside while a process swaps files for links, pipes and devices',
  { timeout: 60_000 },
  async ({ tool, args, undisturbed }) => {
    using world = makeWorld();
    await using hostile = await start(world);
    await using client = await connectTo(serve([world.at('root')]));
    const seen = { whole: 0, disturbed: 0 };
    // Runs until both were seen, and a bit longer.
    for (let round = 0; round < ROUNDS || seen.whole === 0 || seen.disturbed === 0; round++) {
      const result = await client.request('tools/call', { name: tool, arguments: args });
      const text = JSON.stringify(result);
      expect(text).not.toMatch(/stolen|only-outside/);
      const { structuredContent, content } = result;
      // The start itself may be a link or missing when it is looked up.
      expect(text).toMatch(
        /"structuredContent":|"text":"(?:dir|No entries)|outside the allowed directories|does not exist|changed while|is not a directory/,
      );
      const [answer] = content as [{ text: string }];
      const isWhole = undisturbed(answer.text, (structuredContent ?? {}) as Attack['args']);
      seen[isWhole ? 'whole' : 'disturbed']++;
    }
    expect(await client.request('ping')).toEqual({});
    expect(hostile.isRunning).toBe(true);
  },
);
