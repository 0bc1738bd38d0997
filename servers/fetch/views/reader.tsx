// The reader: the page that fetch brings, with its outline.
import { messageOf, showView, Toolbar, visible, type Block, type Host, type Shown } from '@mcp/view';
import { Markdown, readMarkdown, type Heading, type OpenLink } from '@mcp/view/markdown';
import { h, type ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { fetchNext, readPart, type Part } from './reader/part.ts';

const count = (characters: number): string => characters.toLocaleString('en');

const Reader = ({ host, input, result }: Shown): ComponentChild => {
  const [part, setPart] = useState<Part>(() => readPart(result, input));
  const [status, setStatus] = useState('');
  const goOn = async (cursor: string): Promise<void> => {
    setStatus('Reading …');
    try {
      const following = await fetchNext(host, input, cursor);
      setPart({ ...part, ...following, text: part.text + following.text });
      setStatus('');
    } catch (error) {
      setStatus(messageOf(error));
    }
  };
  const { title, source, text, cursor, next, length, others } = part;
  const isLong = next !== undefined && length !== undefined;
  return h(
    'div',
    {},
    h('h1', {}, h('bdi', {}, visible(title ?? '') || 'A page')),
    h('p', { class: 'source' }, h('bdi', {}, visible(source))),
    cursor !== undefined &&
      h(
        Toolbar,
        { label: 'Page' },
        h('button', { type: 'button', onClick: () => void goOn(cursor) }, 'Read on'),
        isLong && h('span', {}, `${count(next)} of ${count(length)} characters`),
      ),
    h('p', { role: 'status' }, visible(status)),
    text !== '' && h(Text, { part, onLink: toOpen(host, setStatus) }),
    others.map((block, at) => h(Other, { key: at, block })),
  );
};

const toOpen = ({ openLink }: Host, setStatus: (status: string) => void): OpenLink | undefined => {
  if (openLink === undefined) return undefined;
  return (address) => {
    setStatus('');
    openLink(address).catch((error: unknown) => setStatus(messageOf(error)));
  };
};

interface TextProps {
  readonly part: Part;
  readonly onLink: OpenLink | undefined;
}

const Text = ({ part: { text, isMarkdown }, onLink }: TextProps): ComponentChild => {
  const read = useMemo(() => (isMarkdown ? readMarkdown(text) : undefined), [text, isMarkdown]);
  const page = { class: 'page', tabIndex: 0, role: 'region', 'aria-label': 'Text of the page' };
  if (read === undefined) return h('div', page, h('pre', {}, visible(text)));
  return h(
    'div',
    { class: 'reader' },
    read.headings.length > 1 && h(Outline, { headings: read.headings }),
    h('div', page, h(Markdown, { text: read, onLink })),
  );
};

/** More of them help nobody to find anything. */
const MOST_HEADINGS = 300;

const Outline = ({ headings }: { readonly headings: readonly Heading[] }): ComponentChild => {
  const named = headings.filter(({ text }) => text.trim() !== '');
  const least = Math.min(...named.map(({ depth }) => depth));
  const jump = (id: string) => (): void => {
    const heading = document.querySelector<HTMLElement>(`#${id}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  const more = named.length - MOST_HEADINGS;
  return h(
    'nav',
    { class: 'outline', 'aria-label': 'Outline', tabIndex: 0 },
    h(
      'ol',
      {},
      named
        .slice(0, MOST_HEADINGS)
        .map(({ id, depth, text }) =>
          h(
            'li',
            { key: id, class: `depth-${depth - least}` },
            h('button', { type: 'button', class: 'link', onClick: jump(id) }, h('bdi', {}, text)),
          ),
        ),
    ),
    more > 0 && h('p', {}, `and ${count(more)} more`),
  );
};

const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/;

const Other = ({ block: { type, text, data, mimeType, uri } }: { readonly block: Block }): ComponentChild => {
  if (type === 'image' && data !== undefined && SHOWN.test(mimeType ?? ''))
    return h('img', { src: `data:${mimeType};base64,${data}`, alt: 'The picture that was fetched' });
  return h('pre', {}, visible(text ?? uri ?? `${type} ${mimeType ?? ''}`));
};

showView('fetch-reader', Reader);
