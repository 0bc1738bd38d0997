// What is previewed, and the arguments of the calls that preview it again or make a part of it.
import type { CallResult } from '@mcp/view';

type Input = { readonly [name: string]: unknown };

/** A part of a change that can be made without the others: one edit, or all replacements in one file. */
export interface Part {
  readonly title: string;
  /** Lines as in a unified diff, without its header. */
  readonly diff: readonly string[];
}

/** A change that was not made yet. */
export interface Preview {
  readonly tool: 'edit_file' | 'replace_in_files';
  readonly parts: readonly Part[];
  /** What the page does not show. */
  readonly remarks: readonly string[];
  /** Returns the arguments that make the parts with these indexes, and only while each file is as it was. */
  readonly choose: (accepted: readonly number[]) => Input;
}

/** Reads a preview from a call and its result; undefined if the result is not of a dry run. */
export const toPreview = (input: Input, { content = [], structuredContent }: CallResult) => {
  const texts = content.map(({ text = '' }) => text);
  const summary = texts.find((text) => /^\[?Dry run: /.test(text));
  const { dryRun: _, dry_run: __, ...args } = input;
  if (summary === undefined) return undefined;
  const files = structuredContent?.['files'];
  return Array.isArray(files)
    ? toReplacements(files as readonly ChangedFile[], texts, args)
    : toEdits(summary, args);
};

interface ChangedFile {
  readonly path: string;
  readonly count: number;
  readonly etag: string;
}

const toReplacements = (files: readonly ChangedFile[], texts: readonly string[], args: Input): Preview => {
  // A line of a diff begins with a sign, so only its header can begin like this.
  const [, ...diffs] = (texts.find((text) => /^```+diff\n/.test(text)) ?? '').split(
    /^Index: .*\n=+\n---.*\n\+\+\+.*\n/m,
  );
  return {
    tool: 'replace_in_files',
    parts: files.map(({ path, count }, at) => ({
      title: `${nameFrom(files, path)}: ${count.toLocaleString('en')} ${count === 1 ? 'place' : 'places'}`,
      diff: (diffs[at] ?? '').split('\n').filter((line) => /^[-+ @\\]/.test(line)),
    })),
    remarks: texts.filter((text) => text.startsWith('[')),
    choose: (accepted) => ({
      ...args,
      files: Object.fromEntries(
        files.filter((_, at) => accepted.includes(at)).map(({ path, etag }) => [path, etag]),
      ),
    }),
  };
};

const SEPARATOR = /(?<=[\\/])/;

/** The path of a file from the directory that all of them are in. */
const nameFrom = (files: readonly ChangedFile[], path: string): string => {
  const names = path.split(SEPARATOR);
  const others = files.map((file) => file.path.split(SEPARATOR));
  const common = names.findIndex((name, at) => others.some((other) => other[at] !== name));
  return names.slice(common === -1 ? -1 : common).join('');
};

const toEdits = (summary: string, args: Input): Preview => {
  const { edits } = args;
  const all = (typeof edits === 'string' ? JSON.parse(edits) : (edits ?? [])) as readonly Input[];
  return {
    tool: 'edit_file',
    parts: all.map((edit, at) => ({
      title: `Edit ${at + 1}`,
      diff: [
        ...linesOf('-', edit['oldText'] ?? edit['old_string'] ?? edit['old_str']),
        ...linesOf('+', edit['newText'] ?? edit['new_string'] ?? edit['new_str']),
      ],
    })),
    remarks: [summary],
    choose: (accepted) => ({
      ...args,
      edits: all.filter((_, at) => accepted.includes(at)),
      ifMatch: / etag: (\S+)\]$/.exec(summary)?.[1],
    }),
  };
};

const linesOf = (sign: string, text: unknown): string[] =>
  text === ''
    ? []
    : String(text)
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);
