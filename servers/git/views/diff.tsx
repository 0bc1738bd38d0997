// The diff: the patch of git_diff side by side, with folding and the words that differ marked.
import { showView, Toolbar, useLatest, visible, type CallResult, type Shown } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { cursorIn, Patch, textsOf } from './diff/patch.ts';

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
  return h(
    'div',
    {},
    h('h1', {}, 'Changes'),
    isPatch &&
      h(
        Toolbar,
        { label: 'Changes' },
        h('button', { type: 'button', onClick: widen, disabled: context === WIDE }, 'More lines'),
        cursor !== undefined && h('button', { type: 'button', onClick: goOn }, 'More files'),
      ),
    h('p', { role: 'status' }, visible(status)),
    shown.map((answer, at) => h(Patch, { key: at, text: textsOf(answer)[0] ?? '' })),
    notes.map((note) => h('p', { key: note, class: 'remark' }, visible(note))),
  );
};

showView('git-diff', Diff);
