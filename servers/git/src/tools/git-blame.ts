// git_blame: who last changed each line.
import { readsOnly, ToolError } from '@mcp/runtime';
import { blameIcon } from '../icons.ts';
import { lineEnd, toPage } from '../read/page.ts';
import { splitLines } from '../read/records.ts';
import { toRevision, type Option } from '@mcp/git';
import { gitTool } from './frame.ts';

const MAX_LINES = 2000;

export const gitBlame = gitTool({
  name: 'git_blame',
  title: 'Blame',
  description: 'Show the commit, author and date that last changed each line.',
  icons: blameIcon,
  annotations: readsOnly,
  properties: {
    path: { type: 'string', description: 'File to blame.' },
    revision: { type: 'string', default: 'HEAD', description: 'Branch, tag or commit.' },
    start_line: { type: 'integer', minimum: 1, default: 1, description: 'First line.' },
    end_line: { type: 'integer', minimum: 1, description: `Last line; ${MAX_LINES} lines at most.` },
  },
  required: ['path'],
  async run(repository, { path, revision, start_line: first, end_line: given }) {
    const wanted = given ?? first + MAX_LINES - 1;
    if (wanted < first) throw new ToolError('end_line is before start_line.');
    // One more line shows whether there is a next page.
    const last = Math.min(wanted, first + MAX_LINES - 1);
    const options: Option[] = [
      '--date=short',
      // Later settings cannot remove a file from this list, and git reports one that does not parse.
      '--no-ignore-revs-file',
      `-L${first},${last === wanted ? last : last + 1}`,
    ];
    const operands = [toRevision(revision, 'revision'), '--', repository.toPath(path, 'path')] as const;
    const { text: printed } = await repository.read({ name: 'blame', options, operands });
    const lines = splitLines(printed).map((line) => line.replace(/\r$/, ''));
    const { maxOutputBytes: maxBytes } = repository.options;
    const { shown, text } = toPage(lines.slice(0, last - first + 1), (line) => line, {
      maxBytes,
      what: 'lines',
    });
    const bytes = Buffer.from(text);
    const end = lineEnd(bytes, maxBytes);
    const note = `[There is more; continue with start_line ${first + shown.length}.]`;
    return {
      text: `${bytes.toString('utf8', 0, end)}${end < bytes.length ? ' [The line is cut here.]' : ''}`,
      more: shown.length < lines.length ? [note] : [],
    };
  },
});
