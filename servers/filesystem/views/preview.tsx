// A file for the eye: text with line numbers, Markdown, tables, pictures, sounds, and the text of documents.
import { messageOf, showView, Toolbar, visible, type Block, type Shown } from '@mcp/view';
import { Markdown, readMarkdown, type OpenLink } from '@mcp/view/markdown';
import { h, type ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Lines } from './preview/lines.tsx';
import {
  formOf,
  mediaIn,
  nameOf,
  pathOf,
  readAnswer,
  readOn,
  sheetsIn,
  type Form,
  type TextOfFile,
} from './preview/read.ts';
import { Table } from './preview/table.tsx';

/** To lay out longer Markdown takes seconds. It is shown as lines. */
const MOST_MARKDOWN = 300_000;

const Preview = ({ host, input, result }: Shown): ComponentChild => {
  const path = pathOf(input);
  const media = mediaIn(result);
  return h(
    'div',
    {},
    h('h1', {}, h('bdi', { title: visible(path) }, visible(nameOf(path)))),
    media === undefined ? h(Text, { host, input, result }) : h(Media, { media, name: nameOf(path) }),
  );
};

const Text = ({ host, input, result }: Shown): ComponentChild => {
  const [shown, setShown] = useState<TextOfFile>(() => readAnswer(result, input));
  const [status, setStatus] = useState('');
  const path = pathOf(input);
  const isLong = shown.text.length > MOST_MARKDOWN;
  const best = formOf(path, shown);
  const form = best === 'markdown' && isLong ? 'text' : best;
  const [isSource, setIsSource] = useState(false);

  const fail = (error: unknown): void => setStatus(messageOf(error));
  const goOn = async (): Promise<void> => {
    setStatus('Reading …');
    setShown(await readOn(host, input, shown));
    setStatus('');
  };
  const { openLink } = host;
  const onLink = openLink && ((address: string): void => void openLink(address).catch(fail));
  return h(
    'div',
    {},
    h(
      Toolbar,
      { label: 'File' },
      form !== 'text' &&
        h(
          'button',
          { type: 'button', 'aria-pressed': isSource, onClick: () => setIsSource(!isSource) },
          'As plain text',
        ),
      shown.next !== undefined &&
        h('button', { type: 'button', onClick: () => void goOn().catch(fail) }, 'Read on'),
      h('span', { class: 'remark' }, visible(shown.note)),
    ),
    h('p', { role: 'status' }, visible(status)),
    h(Body, {
      form: isSource ? 'text' : form,
      shown,
      name: nameOf(path),
      onLink,
    }),
  );
};

interface BodyProps {
  readonly form: Form;
  readonly shown: TextOfFile;
  readonly name: string;
  readonly onLink: OpenLink | undefined;
}

const Body = ({ form, shown: { text, line }, name, onLink }: BodyProps): ComponentChild => {
  const read = useMemo(() => (form === 'markdown' ? readMarkdown(text) : undefined), [text, form]);
  if (text === '') return h('p', {}, 'The file is empty.');
  if (read !== undefined) {
    const frame = {
      class: 'frame page',
      tabIndex: 0,
      role: 'region',
      'aria-label': `Text of ${visible(name)}`,
    };
    return h('div', frame, h(Markdown, { text: read, onLink }));
  }
  if (form === 'csv') return h(Table, { text, name });
  if (form === 'sheets') return h(Sheets, { text, name });
  return h(Lines, { text, line, name });
};

const Sheets = ({ text, name }: Pick<BodyProps, 'name'> & { readonly text: string }): ComponentChild =>
  sheetsIn(text).map(({ title, text: rows }, at) =>
    h('section', { key: at }, h('h2', {}, visible(title)), h(Table, { text: rows, name: title || name })),
  );

const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

const Media = ({
  media: { type, data, mimeType = '' },
  name,
}: {
  readonly media: Block;
  readonly name: string;
}): ComponentChild => {
  const [isBroken, setIsBroken] = useState(false);
  const source = `data:${mimeType};base64,${data ?? ''}`;
  const onError = (): void => setIsBroken(true);
  const about = h('p', { class: 'remark' }, `${mimeType || type}, ${bytesOf(data)}`);
  const isPicture = type === 'image' && PICTURE.test(mimeType);
  if (isBroken || (!isPicture && type !== 'audio'))
    return h('div', {}, about, h('p', {}, 'This page cannot show what is in this file.'));
  const shown = isPicture
    ? h('img', { src: source, alt: visible(name), onError })
    : h('audio', { src: source, controls: true, 'aria-label': visible(name), onError });
  return h('div', {}, about, shown);
};

const bytesOf = (base64 = ''): string =>
  `${Math.floor(base64.replace(/=+$/, '').length * 0.75).toLocaleString('en')} bytes`;

showView('filesystem-preview', Preview);
