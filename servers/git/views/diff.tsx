// Diff: shows the patch of git_diff by file, with folding and changed words marked.
import { button, showView, Toolbar, useLatest, visible, type CallResult, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { toCompared } from './diff/compared.ts';
import { cursorIn, Patch } from './diff/patch.tsx';

const WIDE = 25;

const Diff = ({ host, input, result }: Shown): ComponentChild => {
  const [pages, setPages] = useState<readonly CallResult[]>([result]);
  const [asked, setAsked] = useState(input);
  const [status, setStatus] = useState('');
  const latest = useLatest();
  const cursor = cursorIn(pages);
  const isWide = asked['context_lines'] === WIDE;
  const ask = (args: Shown['input'], before: readonly CallResult[]): void => {
    const show = (page: CallResult): void => {
      setPages([...before, page]);
      setAsked(args);
      setStatus('');
    };
    latest(host.callTool('git_diff', args), show, setStatus);
  };
  return (
    <div>
      <h1>Changes</h1>
      <p class="remark">{visible(toCompared(input))}</p>
      {input['stat'] !== true && input['name_only'] !== true && (
        <Toolbar label="Changes">
          {button('More lines', () => ask({ ...input, context_lines: WIDE }, []), isWide)}
          {cursor !== undefined && button('More files', () => ask({ ...asked, cursor }, pages))}
        </Toolbar>
      )}
      <p role="status">{visible(status)}</p>
      <Patch pages={pages} />
    </div>
  );
};

showView('git-diff', Diff);
