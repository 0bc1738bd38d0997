// fetch://doc/{id}: documents that were fetched lately (features: templates, completion, subscriptions).
import { defineResourceTemplate, ResourceNotFoundError, type ListedResource } from '@mcp/runtime';
import type { Document } from '../documents/document.ts';
import type { Documents } from '../documents/documents.ts';
import { documentIcon } from '../icons.ts';
import { resourceUri } from '../documents/answer.ts';
import type { Texts } from '../documents/texts.ts';

export const documentTemplate = (documents: Documents, texts: Texts) => {
  const find = (uri: string, id: string | undefined): Document => {
    const document = documents.find(id ?? '');
    if (document === undefined) throw new ResourceNotFoundError(uri);
    return document;
  };
  return defineResourceTemplate({
    uriTemplate: 'fetch://doc/{id}',
    name: 'document',
    title: 'Fetched document',
    description: 'A recently fetched document: a page as Markdown, other text as it is, or bytes.',
    icons: documentIcon,
    annotations: { audience: ['assistant', 'user'] },
    complete: {
      id: (typed) =>
        documents.recent
          .filter(({ id, url }) => id.startsWith(typed) || url.includes(typed))
          .map(({ id }) => id),
    },
    list: ({ after = '', limit }) =>
      documents.recent
        .map(toListed)
        .toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
        .filter(({ uri }) => uri > after)
        .slice(0, limit),
    async read(uri, { id }, { signal }) {
      const document = find(uri, id);
      const { kind, mimeType, response } = document;
      if (kind !== 'html' && kind !== 'text')
        return { uri, mimeType, blob: response.body.toString('base64') };
      const { text } = await texts.of(document, { format: 'markdown' }, signal);
      return { uri, mimeType: kind === 'html' ? 'text/markdown' : mimeType, text };
    },
    watchList: (changed) => documents.watchList(changed),
    watch(uri, { id = '' }, updated) {
      find(uri, id);
      return documents.watch(id, () => updated());
    },
  });
};

const toListed = ({ id, url, kind, mimeType, fetchedAt }: Document): ListedResource => ({
  uri: resourceUri(id),
  name: url,
  title: url.replace(/^https?:\/\//, ''),
  icons: documentIcon,
  mimeType: kind === 'html' ? 'text/markdown' : mimeType,
  annotations: { lastModified: new Date(fetchedAt).toISOString() },
});
