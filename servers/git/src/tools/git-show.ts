// git_show: a commit with its changes, or the content of another object.
import { isUtf8 } from 'node:buffer';
import { readsOnly, resourceLink, ToolError, type ContentBlock } from '@mcp/runtime';
import { Content, type Answer } from '../answer.ts';
import { showIcon } from '../icons.ts';
import { lineEnd, readOffset, toGoOn } from '../read/page.ts';
import { pageBytes, toDiffAnswer } from '../read/diff.ts';
import { findFile, readCommit, readObject } from '../read/show.ts';
import { shownName, toRevision, type Revision, type TreePath } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { gitTool } from './frame.ts';
import { patchPage } from './shared.ts';

export const gitShow = gitTool({
  name: 'git_show',
  unlisted: ['generated', 'max_bytes'],
  title: 'Show',
  description: 'Show a commit with its changes, or a file as it was then.',
  icons: showIcon,
  annotations: readsOnly,
  properties: {
    revision: { type: 'string', default: 'HEAD', description: 'Branch, tag, commit or other object.' },
    path: { type: 'string', description: 'Show this file as it was then.' },
    stat: { type: 'boolean', description: 'Only line counts per file.' },
    ...patchPage,
  },
  async run(repository, { revision, path, ...form }) {
    const named = toRevision(revision, 'revision');
    const bytes = pageBytes(repository, form.max_bytes);
    if (path !== undefined) {
      const inner = repository.toPath(path, 'path');
      const object = await findFile(repository, named, inner);
      const shown = `${named}:${shownName(inner)}`;
      const { cursor } = form;
      return showObject(repository, object, {
        ...{ shown, bytes, cursor, link: toLink(repository, named, inner) },
      });
    }
    const shown = await readCommit(repository, named, form);
    if (shown === undefined)
      return showObject(repository, await repository.find(named, 'revision'), {
        ...{ shown: named, bytes, cursor: form.cursor },
      });
    // Later pages continue the patch.
    const header = form.cursor === undefined ? shown.text : '';
    return toDiffAnswer(shown.diff, header === '' || shown.diff.text === '' ? header : `${header}\n`);
  },
});

interface ObjectForm {
  /** The requested object. */
  readonly shown: string;
  readonly bytes: number;
  readonly cursor: string | undefined;
  /** Where the whole content can be read. */
  readonly link?: ContentBlock;
}

const showObject = async (
  repository: Repository,
  object: Revision | undefined,
  { shown: asked, bytes: maxBytes, cursor, link }: ObjectForm,
): Promise<Answer> => {
  if (object === undefined)
    throw refusal(
      'not_found',
      `There is no ${JSON.stringify(asked)}.`,
      'Look with git_branch or git_log for revisions; a folder as path lists its files.',
    );
  const stamp = object.slice(0, 16);
  const from = cursor === undefined ? { offset: 0, stamp } : readOffset(cursor);
  if (from.stamp !== stamp)
    throw new ToolError('The content is not the same as when the cursor was given. Start again without it.');
  const bytes = await readObject(repository, object, maxBytes, from.offset);
  const links = link === undefined ? [] : [link];
  const end = lineEnd(bytes, maxBytes);
  const page = bytes.subarray(0, end);
  if (!isUtf8(page) || bytes.includes(0))
    return { text: `${asked} is binary; it cannot be shown as text.`, links };
  const text = new Content(page.toString('utf8'));
  return end < bytes.length
    ? { text, more: toGoOn('lines', `${from.offset + end}.${stamp}`), links }
    : { text };
};

const toLink = ({ name: repository }: Repository, revision: Revision, path: TreePath): ContentBlock => {
  const segments = [repository, 'blob', revision].map((part) => encodeURIComponent(part));
  const uri = `git://${segments.join('/')}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return resourceLink({ uri, name: path });
};
