// Preview: shows a file as numbered text, Markdown, a table, a picture, a sound or the text of a document.
import {
  button,
  Find,
  showView,
  Switch,
  Toolbar,
  useAttempt,
  visible,
  written,
  type Block,
  type Shown,
} from '@mcp/view';
import { Markdown, readMarkdown, toOpenLink, type OpenLink } from '@mcp/view/markdown';
import type { ComponentChild } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Lines } from './preview/lines.tsx';
import {
  formOf,
  mediaIn,
  nameOf,
  pathOf,
  readAnswer,
  readOn,
  sectionsIn,
  type Form,
  type Section,
  type TextOfFile,
} from './preview/read.ts';
import { Table } from './preview/table.tsx';

/** Longer Markdown takes seconds to lay out, so it is shown as lines. */
const MOST_MARKDOWN = 300_000;

const Preview = ({ host, input, result }: Shown): ComponentChild => {
  const path = pathOf(input);
  const media = mediaIn(result);
  return (
    <div>
      <h1>
        <bdi title={visible(path)}>{visible(nameOf(path))}</bdi>
      </h1>
      {media === undefined ? (
        <Text host={host} input={input} result={result} />
      ) : (
        <Media media={media} name={nameOf(path)} />
      )}
    </div>
  );
};

const Text = ({ host, input, result }: Shown): ComponentChild => {
  const [shown, setShown] = useState<TextOfFile>(() => readAnswer(result));
  const { attempt, say, status, problem } = useAttempt();
  const path = pathOf(input);
  const isLong = shown.text.length > MOST_MARKDOWN;
  const best = formOf(path, shown);
  const form = best === 'markdown' && isLong ? 'text' : best;
  const [isSource, setIsSource] = useState(false);

  const goOn = async (): Promise<string> => {
    setShown(await readOn(host, input, shown));
    return '';
  };
  return (
    <div>
      <Toolbar label="File">
        {form !== 'text' && (
          <Switch label="As plain text" isOn={isSource} flip={() => setIsSource(!isSource)} />
        )}
        {shown.nextLine !== undefined && button('Read on', () => void attempt(goOn, 'Reading …'))}
        <span class="remark">{visible(shown.note)}</span>
      </Toolbar>
      <p role="status">{visible(problem || status)}</p>
      <Body
        form={isSource ? 'text' : form}
        shown={shown}
        name={nameOf(path)}
        onLink={toOpenLink(host, say)}
      />
    </div>
  );
};

interface BodyProps {
  readonly form: Form;
  readonly shown: TextOfFile;
  readonly name: string;
  readonly onLink: OpenLink | undefined;
}

const Body = ({ form, shown: { text, firstLine }, name, onLink }: BodyProps): ComponentChild => {
  const read = useMemo(() => (form === 'markdown' ? readMarkdown(text) : undefined), [text, form]);
  const frame = useRef<HTMLDivElement>(null);
  if (text === '') return <p>The file is empty.</p>;
  if (form === 'csv') return <Table text={text} name={name} />;
  if (form === 'sheets')
    return sectionsIn(text).map(({ title, text: rows }, at) => (
      <section key={at}>
        <h2>{visible(title)}</h2>
        <Table text={rows} name={title || name} />
      </section>
    ));
  if (form === 'text') return <Lines text={text} line={firstLine} name={name} />;
  return (
    <>
      <Find frame={frame} />
      <div class="frame page" ref={frame} tabIndex={0} role="region" aria-label={`Text of ${visible(name)}`}>
        {read === undefined ? sectionsIn(text).map(toPage) : <Markdown text={read} onLink={onLink} />}
      </div>
    </>
  );
};

const toPage = ({ title, text }: Section, at: number): ComponentChild => (
  <section key={at}>
    <h2>{visible(title)}</h2>
    {text
      .split(/\n{2,}/)
      .filter((paragraph) => paragraph.trim() !== '')
      .map((paragraph, nth) => (
        <p key={nth} class="paragraph">
          {visible(paragraph.trim())}
        </p>
      ))}
  </section>
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
  const isPicture = type === 'image' && PICTURE.test(mimeType);
  const isShown = !isBroken && (isPicture || type === 'audio');
  return (
    <div>
      <p class="remark">{`${mimeType || type}, ${bytesOf(data)}`}</p>
      {!isShown && <p>This page cannot show what is in this file.</p>}
      {isShown && isPicture && <img src={source} alt={visible(name)} onError={onError} />}
      {isShown && !isPicture && <audio src={source} controls aria-label={visible(name)} onError={onError} />}
    </div>
  );
};

const bytesOf = (base64 = ''): string =>
  `${written(Math.floor(base64.replace(/=+$/, '').length * 0.75))} bytes`;

showView('filesystem-preview', Preview);
