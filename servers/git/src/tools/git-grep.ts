// git_grep: lines with a text or pattern, in the files that git keeps.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { filesIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { decode, shownPath, toBytes, toText } from '../repository/names.ts';
import { toValue, type Option } from '../repository/arguments.ts';
import { refusal } from '../repository/errors.ts';
import type { Repositories } from '../repository/repositories.ts';
import { pathList, repoPath } from './shared.ts';

const MAX_LINE = 500;

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    pattern: { type: 'string', minLength: 1, description: 'The text to find in a line.' },
    regex: {
      type: 'boolean',
      default: false,
      description: 'Take pattern as an extended regular expression.',
    },
    ignore_case: { type: 'boolean', default: false, description: 'Find it in upper and lower case.' },
    revision: { type: 'string', description: 'Search this commit. Default: the files as they are now.' },
    paths: { ...pathList, default: [], description: 'Only these files and folders.' },
    max_count: { type: 'integer', minimum: 1, maximum: 10_000, default: 200, description: 'The most lines.' },
  },
  required: ['pattern'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    matches: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, line: { type: 'integer' }, text: { type: 'string' } },
        required: ['path', 'line', 'text'],
      },
    },
    truncated: { type: 'boolean', description: 'There are more matches.' },
  },
  required: ['matches', 'truncated'],
} as const;

export const gitGrep = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_grep',
    title: 'Search',
    description:
      'Find lines with a text in the files that git keeps, now or in a commit, as `git grep -n` does.',
    icons: filesIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, pattern, regex, ignore_case: ignoreCase, ...query }, ctx) {
      const { signal } = ctx;
      const repository = await repositories.open(place, ctx);
      const { revision, max_count: count } = query;
      if (revision === undefined) repository.requireWorkTree();
      const paths = query.paths.map((path) => repository.toPath(path, 'paths'));
      const options: Option[] = [
        ...(['--null', '--line-number', '--full-name', '-I', '--no-color', '--no-textconv'] as const),
        regex ? '--extended-regexp' : '--fixed-strings',
        ...(ignoreCase ? (['--ignore-case'] as const) : []),
        `-e${toValue(pattern, 'pattern')}`,
      ];
      const tree =
        revision === undefined ? [] : [await repository.resolve(`${revision}^{commit}`, 'revision', signal)];
      const command = { name: 'grep', options, operands: [...tree, '--' as const, ...paths] };
      const { directory } = repository;
      const accepts = tree.length === 0 ? isInPlace(directory) : undefined;
      const found = new Matches(count, repository.options.maxOutputBytes, accepts);
      const { code, errors } = await repository.stream({ command, signal, answers: [1, 2, 128] }, found.add);
      if (code > 1) throw refusal('failed', `git grep failed: ${errors.trim().slice(0, 500)}`);
      const { matches, isFull: truncated } = found;
      const lines = matches.map(({ path, line, text: content }) => `${path}:${line}:${content}`);
      const note = '[There are more matches. Narrow with paths or pattern.]';
      return new ToolResult({
        content: [text(lines.join('\n') || 'No lines match.'), ...(truncated ? [text(note)] : [])],
        structuredContent: { matches, truncated },
      });
    },
  });

interface Match {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Reads `path NUL line NUL content`, one line each; the path of a commit begins with its name. */
class Matches {
  readonly matches: Match[] = [];
  /** There are more. */
  isFull = false;
  readonly #count: number;
  readonly #budget: Budget;
  readonly #accepts: ((path: string) => boolean) | undefined;
  #rest: Buffer = Buffer.alloc(0);

  /** `accepts` is asked about files that are not of a commit. */
  constructor(count: number, maxBytes: number, accepts?: (path: string) => boolean) {
    this.#count = count;
    this.#budget = new Budget(maxBytes);
    this.#accepts = accepts;
  }

  readonly add = (chunk: Buffer): boolean => {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = endOf(bytes, 0); end >= 0 && !this.isFull; end = endOf(bytes, start)) {
      this.#addLine(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    return !this.isFull;
  };

  #addLine(bytes: Buffer): void {
    const [name = '', line = '', ...content] = decode(bytes).split('\0');
    if (this.#accepts?.(name) === false) return;
    const path = shownPath(this.#accepts === undefined ? name.slice(name.indexOf(':') + 1) : name);
    const whole = toText(content.join('\0'));
    const match = {
      path,
      line: Number(line),
      text: whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)}…` : whole,
    };
    const fits = this.matches.length < this.#count && this.#budget.take(`${path}:${line}:${match.text}\n`);
    if (fits) this.matches.push(match);
    else this.isFull = true;
  }
}

// Git searches files also behind a link that stands in the place of a folder.
const isInPlace = (directory: string): ((path: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (path) => {
    const folder = join(directory, dirname(path));
    const before = known.get(folder) ?? realpathSync.native(toBytes(folder), 'utf8') === folder;
    known.set(folder, before);
    return before;
  };
};

/** Where a match ends: a name may have a line break, so behind its second NUL. */
const endOf = (bytes: Buffer, start: number): number => {
  const name = bytes.indexOf(0, start);
  const line = name < 0 ? -1 : bytes.indexOf(0, name + 1);
  return line < 0 ? -1 : bytes.indexOf(0x0a, line + 1);
};
