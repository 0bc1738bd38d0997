// A change before it is made: the user accepts or rejects each edit, or each file of a replacement, and makes the rest.
import { button, messageOf, showView, Toolbar, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { toPreview, type Preview } from './edits/choice.ts';
import { moveFocus } from './edits/keys.ts';
import { Parts } from './edits/parts.tsx';

const Edits = ({ host, input, result }: Shown): ComponentChild => {
  const first = toPreview(input, result);
  if (first !== undefined && first.parts.length > 0)
    return <Choice host={host} input={input} first={first} />;
  const texts = (result.content ?? []).map(({ text = '' }) => text);
  return (
    <div>
      <h1>Changes</h1>
      {texts.map((text, at) => (
        <pre key={at}>{visible(text.trimEnd())}</pre>
      ))}
    </div>
  );
};

const countOf = ({ tool }: Preview, count: number): string => {
  const [one, many] = tool === 'edit_file' ? ['edit', 'edits'] : ['file', 'files'];
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
};

interface ChoiceProps extends Omit<Shown, 'result'> {
  readonly first: Preview;
}

const Choice = ({ host, input, first }: ChoiceProps): ComponentChild => {
  const [preview, setPreview] = useState(first);
  const [rejected, setRejected] = useState<ReadonlySet<number>>(new Set());
  const [status, setStatus] = useState('');
  const [isOpen, setIsOpen] = useState(true);
  const [problem, setProblem] = useState('');

  const attempt = async (work: () => Promise<string>): Promise<void> => {
    setIsOpen(false);
    setProblem('');
    try {
      setStatus(await work());
    } catch (error) {
      setStatus('');
      setProblem(messageOf(error));
    }
  };
  const previewAgain = (): Promise<void> =>
    attempt(async () => {
      const again = toPreview(input, await host.callTool(preview.tool, input));
      setPreview(again ?? { ...preview, parts: [] });
      setRejected(new Set());
      setIsOpen(true);
      return '';
    });
  const { parts, remarks } = preview;
  const indexes = parts.map((_, index) => index);
  const accepted = indexes.filter((index) => !rejected.has(index));
  const apply = (): Promise<void> =>
    attempt(async () => answerOf(await host.callTool(preview.tool, preview.choose(accepted))));
  const set = (index: number, isAccepted: boolean): void => {
    const others = [...rejected].filter((other) => other !== index);
    setRejected(new Set(isAccepted ? others : [...others, index]));
  };
  return (
    <div onKeyDown={(event) => moveFocus(event, set)}>
      <h1>{`Preview: ${countOf(preview, parts.length)}`}</h1>
      <Toolbar label="All parts">
        {button('Accept all', () => setRejected(new Set()), !isOpen || rejected.size === 0)}
        {button('Reject all', () => setRejected(new Set(indexes)), !isOpen || accepted.length === 0)}
        {button(
          `Apply ${countOf(preview, accepted.length)}`,
          () => void apply(),
          !isOpen || accepted.length === 0,
        )}
        {button('Preview again', () => void previewAgain(), isOpen)}
      </Toolbar>
      <p role="status">{visible(status)}</p>
      {problem !== '' && <p role="alert">{visible(problem)}</p>}
      {remarks.map((remark, at) => (
        <p key={at} class="remark">
          {visible(remark)}
        </p>
      ))}
      <Parts parts={parts} rejected={rejected} set={set} isOpen={isOpen} />
    </div>
  );
};

/** The texts of a result without its diff. */
const answerOf = ({ content = [] }: Shown['result']): string =>
  content
    .map(({ text = '' }) => text)
    .filter((text) => !text.startsWith('```'))
    .join('\n');

showView('filesystem-edits', Edits);
