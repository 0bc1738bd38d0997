// Choice: reads a dry run as parts and builds the call that applies some of them.
import { count, type CallResult } from '@mcp/view';

type Input = { readonly [name: string]: unknown };

/** A part of a change that can be applied on its own: one edit, or all replacements in one file. */
export interface Part {
  readonly title: string;
  /** Lines of a unified diff without its header. */
  readonly diff: readonly string[];
}

/** The result of a dry run. */
export interface Preview {
  readonly tool: 'edit_file' | 'replace_in_files';
  /** Text like `5 places in 2 files`. */
  readonly summary: string;
  readonly parts: readonly Part[];
  /** Notes in the result, which start with a bracket. */
  readonly remarks: readonly string[];
  /** Returns arguments that apply the parts with these indexes if no file has changed since. */
  readonly choose: (accepted: readonly number[]) => Input;
}

/** Reads a result. Returns undefined if there is nothing to choose from. */
export const toPreview = (input: Input, result: CallResult): Preview | undefined => {
  const { content = [], structuredContent, _meta: meta } = result;
  const texts = content.map(({ text = '' }) => text);
  const { dryRun: _, dry_run: __, ...args } = input;
  const replaced = structuredContent as Replaced | undefined;
  if (replaced?.changed !== true && replaced?.files?.[0] !== undefined)
    return toReplacements(replaced, texts, args);
  const page = meta?.['page'] as DryRun | undefined;
  return page?.edits[0] === undefined ? undefined : toEdits(page, texts, args);
};

interface ChangedFile {
  readonly path: string;
  readonly count: number;
  readonly etag: string;
}

interface Replaced {
  readonly files?: readonly ChangedFile[];
  readonly total?: number;
  readonly changed?: boolean;
}

const toReplacements = (
  { files = [], total = 0 }: Replaced,
  texts: readonly string[],
  args: Input,
): Preview => {
  // Diff lines start with a sign, so only a header can start like this.
  const [, ...diffs] = (texts.find((text) => /^```+diff\n/.test(text)) ?? '').split(
    /^Index: .*\n=+\n---.*\n\+\+\+.*\n/m,
  );
  return {
    tool: 'replace_in_files',
    summary: `${count(total, 'place')} in ${count(files.length, 'file')}`,
    parts: files.map(({ path, count: places }, at) => ({
      title: `${nameFrom(files, path)}: ${count(places, 'place')}`,
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

/** Returns the path of a file relative to the directory that all files share. */
const nameFrom = (files: readonly ChangedFile[], path: string): string => {
  const names = path.split(SEPARATOR);
  const others = files.map((file) => file.path.split(SEPARATOR));
  const common = names.findIndex((name, at) => others.some((other) => other[at] !== name));
  return names.slice(common === -1 ? -1 : common).join('');
};

/** Data that edit_file adds for the page. */
interface DryRun {
  readonly edits: readonly { readonly oldText: string; readonly newText: string }[];
  readonly etag: string;
}

const toEdits = ({ edits, etag }: DryRun, texts: readonly string[], args: Input): Preview => ({
  tool: 'edit_file',
  summary: count(edits.length, 'edit'),
  parts: edits.map(({ oldText, newText }, at) => ({
    title: `Edit ${at + 1}`,
    diff: [...linesOf('-', oldText), ...linesOf('+', newText)],
  })),
  remarks: texts.filter((text) => text.startsWith('[')),
  choose: (accepted) => ({
    ...args,
    edits: edits.filter((_, at) => accepted.includes(at)),
    ifMatch: etag,
  }),
});

const linesOf = (sign: string, text: string): string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);
