// fetch://doc/{id}: recently fetched documents (features: templates, completion, subscriptions).
import { defineResourceTemplate, ResourceNotFoundError, type ListedResource } from '@mcp/runtime';
import type { Document, Kind } from '../documents/document.ts';
import type { Documents } from '../documents/documents.ts';
import { documentIcon } from '../icons.ts';
import type { FetchDeps } from '../tools/fetch.ts';

export const documentTemplate = ({ open, options: { maxOutputBytes } }: FetchDeps) =>
  defineResourceTemplate({
    uriTemplate: 'fetch://doc/{id}',
    name: 'document',
    title: 'Fetched document',
    description: 'A recently fetched document: a page as Markdown, other text as it is, or bytes.',
    icons: documentIcon,
    annotations: { audience: ['assistant', 'user'] },
    complete: {
      id: async (typed) =>
        (await open()).recent
          .filter(({ id, url }) => id.startsWith(typed) || url.includes(typed))
          .map(({ id }) => id),
    },
    list: async ({ after = '', limit }) =>
      (await open()).recent
        .map(toListed)
        .toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
        .filter(({ uri }) => uri > after)
        .slice(0, limit),
    async read(uri, { id }, { signal }) {
      const documents = await open();
      const document = find(documents, uri, id);
      const { kind, mimeType, response } = document;
      if (kind !== 'text' && !isMarkdown(kind))
        return { uri, mimeType, blob: response.body.toString('base64') };
      const whole = await documents.text(document, { format: 'markdown' }, { signal });
      const { partOf } = await import('../page/text.ts');
      const limits = { count: Infinity, maxBytes: maxOutputBytes };
      const { text, nextIndex } = partOf(whole.text, whole.length, 0, limits);
      const more =
        nextIndex === undefined ? '' : `[The first ${nextIndex} of ${whole.length} characters.]\n\n`;
      return { uri, mimeType: isMarkdown(kind) ? 'text/markdown' : mimeType, text: more + text };
    },
    watchList: async (changed) => (await open()).watchList(changed),
    async watch(uri, { id = '' }, updated) {
      const documents = await open();
      find(documents, uri, id);
      return documents.watch(id, () => updated());
    },
  });

const isMarkdown = (kind: Kind): boolean => kind === 'html' || kind === 'feed';

const find = (documents: Documents, uri: string, id = ''): Document => {
  const document = documents.find(id);
  if (document === undefined) throw new ResourceNotFoundError(uri);
  return document;
};

const toListed = ({ id, url, kind, mimeType, fetchedAt }: Document): ListedResource => ({
  uri: `fetch://doc/${id}`,
  name: url,
  title: url.replace(/^https?:\/\//, ''),
  icons: documentIcon,
  mimeType: isMarkdown(kind) ? 'text/markdown' : mimeType,
  annotations: { lastModified: new Date(fetchedAt).toISOString() },
});
