// git_grep: searches tracked files for a text or pattern.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readsOnly } from '@mcp/runtime';
import { Content } from '../answer.ts';
import { filesIcon } from '../icons.ts';
import { toPage } from '../read/page.ts';
import { Collected, decode, shownName, toBytes, toRevision, toValue, type Option } from '@mcp/git';
import { gitTool } from './frame.ts';
import { pageCursor, pathList, toPassed } from './shared.ts';

const MAX_LINE = 500;

export const gitGrep = gitTool({
  name: 'git_grep',
  unlisted: ['cursor'],
  title: 'Search',
  description: 'Search tracked files for a text or regular expression.',
  icons: filesIcon,
  annotations: readsOnly,
  properties: {
    pattern: { type: 'string', minLength: 1, description: 'Text to find.' },
    regex: { type: 'boolean', description: 'Treat pattern as an extended regular expression.' },
    ignore_case: { type: 'boolean', description: 'Ignore case.' },
    revision: { type: 'string', description: 'Commit to search. Default: the working tree.' },
    paths: { ...pathList, description: 'Files and folders to search.' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      default: 200,
      description: 'Maximum number of lines to return.',
    },
    cursor: pageCursor,
  },
  required: ['pattern'],
  outputSchema: {
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
      next_cursor: { type: 'string' },
    },
  },
  aliases: { query: 'pattern', text: 'pattern' },
  async run(repository, { pattern, regex, ignore_case: ignoreCase, ...query }) {
    const { revision, limit: count } = query;
    const passed = toPassed(query.cursor);
    if (revision === undefined) repository.requireWorkTree();
    const options: Option[] = [
      ...(['--null', '--line-number', '--no-column', '--full-name', '-I'] as const),
      regex ? '--extended-regexp' : '--fixed-strings',
      ignoreCase ? '--ignore-case' : '--no-ignore-case',
      `-e${toValue(pattern, 'pattern')}`,
    ];
    const tree =
      revision === undefined
        ? []
        : [await repository.resolve(`${toRevision(revision, 'revision')}^{commit}`, 'revision')];
    const operands = [...tree, '--' as const, ...repository.toPaths(query.paths ?? [], 'paths')];
    const found = new Collected(MAX_BYTES);
    await repository.stream({ name: 'grep', options, operands, answers: [1] }, found.add);
    const isShown = revision === undefined ? isInPlace(repository.directory) : () => true;
    const all = toMatches(decode(found.bytes), revision !== undefined).filter(({ name }) => isShown(name));
    const { maxOutputBytes: maxBytes } = repository.options;
    const limits = { maxBytes, count, passed, what: 'matches' };
    const { shown, nextCursor, more } = toPage(all.slice(passed), toLine, limits);
    const isLast = nextCursor === undefined;
    return {
      text: new Content(shown.map(toLine).join('\n') || 'No lines match.'),
      data: {
        matches: shown.map(({ path, line, text }) => ({ path, line, text: new Content(text) })),
        truncated: !isLast || found.isCut,
        next_cursor: nextCursor,
      },
      more: isLast && found.isCut ? ['[There are more matches. Narrow with paths or pattern.]'] : more,
    };
  },
});

/** The search stops after this much output. */
const MAX_BYTES = 5_000_000;

type Match = ReturnType<typeof toMatches>[number];

// `path NUL line NUL content`, one line each; with a commit, the path starts with its name. A path may contain a line
// break, the content a NUL. The last line is incomplete if git was stopped.
const toMatches = (listed: string, isCommit: boolean) => {
  let start = '';
  return listed
    .split('\n')
    .slice(0, -1)
    .flatMap((record) => {
      const [end = '', line, ...content] = record.split('\0');
      const whole = start + end;
      start = line === undefined ? `${whole}\n` : '';
      if (line === undefined) return [];
      const name = isCommit ? whole.slice(whole.indexOf(':') + 1) : whole;
      return [{ name, path: shownName(name), line: Number(line), text: shorten(content.join('\0')) }];
    });
};

const shorten = (line: string): string => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line);

const toLine = ({ path, line, text }: Match): string => `${path}:${line}:${text}`;

// Git also searches behind a link that replaces a folder.
const isInPlace = (directory: string): ((path: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (path) => {
    const folder = join(directory, dirname(path));
    const before = known.get(folder) ?? isPlain(folder);
    known.set(folder, before);
    return before;
  };
};

const isPlain = (folder: string): boolean => {
  try {
    return realpathSync.native(toBytes(folder), 'utf8') === folder;
  } catch {
    // It was moved in the meantime.
    return false;
  }
};
