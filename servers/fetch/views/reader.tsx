// Reader: shows a fetched page with its outline.
import {
  button,
  Find,
  showView,
  Toolbar,
  useAttempt,
  visible,
  written,
  type Block,
  type Shown,
} from '@mcp/view';
import { Markdown, readMarkdown, toOpenLink, type Heading, type OpenLink } from '@mcp/view/markdown';
import type { ComponentChild } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { fetchNext, readPart, type Part } from './reader/part.ts';

const Reader = ({ host, input, result }: Shown): ComponentChild => {
  const [part, setPart] = useState<Part>(() => readPart(result, input));
  const { attempt, say, status, problem } = useAttempt();
  const goOn = async (from: string): Promise<string> => {
    const following = await fetchNext(host, input, from);
    setPart({ ...part, ...following, text: part.text + following.text });
    return '';
  };
  const { title, source, text, cursor, next, length, others } = part;
  const onLink = toOpenLink(host, say);
  const isLong = next !== undefined && length !== undefined;
  return (
    <div>
      <h1>
        <bdi>{visible(title ?? '') || 'A page'}</bdi>
      </h1>
      <p class="source remark">
        <Source source={source} onLink={onLink} />
      </p>
      {cursor !== undefined && (
        <Toolbar label="Page">
          {button('Read on', () => void attempt(() => goOn(cursor), 'Reading …'))}
          {isLong && <span>{`${written(next)} of ${written(length)} characters`}</span>}
        </Toolbar>
      )}
      <p role="status">{visible(problem || status)}</p>
      {text !== '' && <Text part={part} onLink={onLink} />}
      {others.map((block, at) => (
        <Other key={at} block={block} />
      ))}
    </div>
  );
};

interface SourceProps {
  readonly source: string;
  readonly onLink: OpenLink | undefined;
}

const Source = ({ source, onLink }: SourceProps): ComponentChild => {
  const address = <bdi>{visible(source)}</bdi>;
  if (onLink === undefined || source === '') return address;
  return (
    <button type="button" role="link" class="bare link" onClick={() => onLink(source)}>
      {address}
    </button>
  );
};

interface TextProps {
  readonly part: Part;
  readonly onLink: OpenLink | undefined;
}

const Text = ({ part: { text, isMarkdown }, onLink }: TextProps): ComponentChild => {
  const read = useMemo(() => (isMarkdown ? readMarkdown(text) : undefined), [text, isMarkdown]);
  const content = read === undefined ? <pre>{visible(text)}</pre> : <Markdown text={read} onLink={onLink} />;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <>
      <Find frame={frame} />
      <div class="reader">
        {read !== undefined && read.headings.length > 1 && <Outline headings={read.headings} />}
        <div class="page" ref={frame} role="region" aria-label="Text of the page">
          {content}
        </div>
      </div>
    </>
  );
};

/** Longer outlines are not useful. */
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
  return (
    <nav class="outline" aria-label="Outline" tabIndex={0}>
      <ol>
        {named.slice(0, MOST_HEADINGS).map(({ id, depth, text }) => (
          <li key={id} class={`depth-${depth - least}`}>
            <button type="button" class="bare link" onClick={jump(id)}>
              <bdi>{text}</bdi>
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && <p>{`and ${written(more)} more`}</p>}
    </nav>
  );
};

const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/;

const Other = ({ block: { type, text, data, mimeType, uri } }: { readonly block: Block }): ComponentChild => {
  if (type === 'image' && data !== undefined && SHOWN.test(mimeType ?? ''))
    return <img src={`data:${mimeType};base64,${data}`} alt="The picture that was fetched" />;
  return <pre>{visible(text ?? uri ?? `${type} ${mimeType ?? ''}`)}</pre>;
};

showView('fetch-reader', Reader);
