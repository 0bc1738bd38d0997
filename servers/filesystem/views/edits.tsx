// Edits: lets the user accept or reject each edit, or each file of a replacement, before applying a change.
import { button, count, showView, Texts, Toolbar, useAttempt, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf } from './edits/answer.ts';
import { toPreview, type Preview } from './edits/choice.ts';
import { moveFocus } from './edits/keys.ts';
import { Parts } from './edits/parts.tsx';
import { useUndo } from './edits/use-undo.ts';

const Edits = ({ host, input, result }: Shown): ComponentChild => {
  const first = toPreview(input, result);
  if (first !== undefined) return <Choice host={host} input={input} first={first} />;
  return (
    <div>
      <h1>Changes</h1>
      <Texts result={result} />
    </div>
  );
};

interface ChoiceProps extends Omit<Shown, 'result'> {
  readonly first: Preview;
}

const Choice = ({ host, input, first }: ChoiceProps): ComponentChild => {
  const [preview, setPreview] = useState(first);
  const [rejected, setRejected] = useState<ReadonlySet<number>>(new Set());
  const [isOpen, setIsOpen] = useState(true);
  const { attempt, status, problem } = useAttempt();
  const { isOffered, offer, undo } = useUndo(host);

  const previewAgain = async (): Promise<string> => {
    const again = toPreview(input, await host.callTool(preview.tool, input));
    setPreview(again ?? { ...preview, summary: 'nothing is left', parts: [] });
    setRejected(new Set());
    setIsOpen(true);
    return '';
  };
  const { tool, summary, parts, remarks } = preview;
  const indexes = parts.map((_, index) => index);
  const accepted = indexes.filter((index) => !rejected.has(index));
  const isNone = accepted.length === 0;
  const apply = async (): Promise<string> => {
    setIsOpen(false);
    const answer = answerOf(await host.callTool(tool, preview.choose(accepted)));
    void offer();
    return answer;
  };
  const set = (index: number, isAccepted: boolean): void => {
    const others = [...rejected].filter((other) => other !== index);
    setRejected(new Set(isAccepted ? others : [...others, index]));
  };
  return (
    <div onKeyDown={(event) => moveFocus(event, set)}>
      <h1>{`Preview: ${summary}`}</h1>
      <Toolbar label="All parts">
        <button
          type="button"
          class="primary"
          disabled={!isOpen || isNone}
          onClick={() => void attempt(apply)}
        >
          {`Apply ${count(accepted.length, tool === 'edit_file' ? 'edit' : 'file')}`}
        </button>
        {button('Accept all', () => setRejected(new Set()), !isOpen || rejected.size === 0)}
        {button('Reject all', () => setRejected(new Set(indexes)), !isOpen || isNone)}
        {button('Preview again', () => void attempt(previewAgain), isOpen)}
        {isOffered && button('Undo', () => void attempt(undo))}
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

showView('filesystem-edits', Edits);
