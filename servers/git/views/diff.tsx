// The diff: the patch of git_diff side by side, with folding and the words that differ marked.
import { button, showView, Toolbar, useLatest, visible, type CallResult, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { toCompared } from './diff/compared.ts';
import { FileName } from './diff/file.tsx';
import { parsePatch, type Parsed } from './diff/parse.ts';
import { cursorIn, Patch, textsOf } from './diff/patch.tsx';

const WIDE = 25;

const Diff = ({ host, input, result }: Shown): ComponentChild => {
  const [shown, setShown] = useState<readonly CallResult[]>([result]);
  const [context, setContext] = useState<number>();
  const [status, setStatus] = useState('');
  const latest = useLatest();
  const asked = context === undefined ? input : { ...input, context_lines: context };
  const last = shown.at(-1) ?? {};
  const notes = textsOf(last).slice(1);
  const cursor = cursorIn(last);

  const ask = (args: Shown['input'], take: (answer: CallResult) => void): void => {
    const show = (answer: CallResult): void => {
      take(answer);
      setStatus('');
    };
    latest(host.callTool('git_diff', args), show, setStatus);
  };
  const widen = (): void =>
    ask({ ...input, context_lines: WIDE }, (answer) => {
      setContext(WIDE);
      setShown([answer]);
    });
  const goOn = (): void => ask({ ...asked, cursor }, (answer) => setShown([...shown, answer]));
  const isPatch = input['stat'] !== true && input['name_only'] !== true;
  const patches = shown.map((answer) => parsePatch(textsOf(answer)[0] ?? ''));
  return (
    <div>
      <h1>Changes</h1>
      <p class="remark">{visible(toCompared(input))}</p>
      {isPatch && (
        <Toolbar label="Changes">
          {button('More lines', widen, context === WIDE)}
          {cursor !== undefined && button('More files', goOn)}
        </Toolbar>
      )}
      <p role="status">{visible(status)}</p>
      <Files files={patches.flatMap(({ files }) => files)} />
      {patches.map((patch, at) => (
        <Patch key={at} patch={patch} />
      ))}
      {notes.map((note) => (
        <p key={note} class="remark">
          {visible(note)}
        </p>
      ))}
    </div>
  );
};

/** A list that leads to the files. */
const Files = ({ files }: Pick<Parsed, 'files'>): ComponentChild =>
  files.length > 1 && (
    <ul class="files" aria-label="Files">
      {files.map((file, at) => (
        <li key={at}>
          <button type="button" onClick={() => goTo(at)}>
            <FileName {...file} />
          </button>
        </li>
      ))}
    </ul>
  );

const goTo = (at: number): void => {
  const file = document.querySelectorAll('details')[at];
  if (file === undefined) return;
  file.open = true;
  file.querySelector('summary')?.focus();
  file.scrollIntoView();
};

showView('git-diff', Diff);
