// Details: shows the selected commit with its changes.
import { button, useLatest, visible, type CallResult, type Host } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { cursorIn, Patch, patchIn } from '../diff/patch.tsx';
import { Labels } from './list.tsx';
import type { Commit } from './read.ts';

interface DetailsProps {
  readonly host: Host;
  /** The `repo_path` argument. */
  readonly place: unknown;
  readonly commit: Commit;
  /** All loaded commits, which may include its parents. */
  readonly commits: readonly Commit[];
  readonly select: (index: number) => void;
}

/** Delay that avoids requests for commits passed over while a key is held. */
const PAUSE_MS = 150;

/** Renders a commit. Needs a `key`, because it loads once. */
export const Details = ({ host, place, commit, ...more }: DetailsProps): ComponentChild => {
  const [pages, setPages] = useState<readonly CallResult[]>([]);
  const [problem, setProblem] = useState('');
  const latest = useLatest();
  const take = (before: readonly CallResult[]): void => {
    const args = { repo_path: place, revision: commit.hash, cursor: cursorIn(before) };
    setProblem('');
    latest(host.callTool('git_show', args), (page) => setPages([...before, page]), setProblem);
  };
  useEffect(() => {
    const timer = setTimeout(() => take([]), PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  // The first page starts with the message, which git indents.
  const start = pages[0] && patchIn(pages[0]).search(/^diff --/m);
  return (
    <section class="details" aria-labelledby="subject">
      <h2 id="subject">{visible(commit.subject) || '(no message)'}</h2>
      <Facts commit={commit} {...more} />
      {commit.body !== '' && <pre class="body">{visible(commit.body)}</pre>}
      {problem !== '' && <p role="alert">{visible(problem)}</p>}
      {start === -1 && <p class="remark">No changes to show.</p>}
      {start !== undefined && <Patch pages={pages} start={start === -1 ? Infinity : start} isList />}
      {cursorIn(pages) !== undefined && button('More files', () => take(pages))}
    </section>
  );
};

const Facts = ({ commit, commits, select }: Omit<DetailsProps, 'host' | 'place'>): ComponentChild => {
  const { hash, labels, author, committer, date, parents } = commit;
  const fact = (name: string, value: ComponentChild): ComponentChild => [<dt>{name}</dt>, <dd>{value}</dd>];
  const parent = (of: string): ComponentChild => {
    const at = commits.findIndex((each) => each.hash === of);
    const go = (): void => {
      select(at);
      // The focused button disappears with its commit.
      document.querySelector<HTMLElement>('[role=listbox]')?.focus();
    };
    return (
      <button key={of} type="button" class="hash code" disabled={at === -1} onClick={go}>
        {of.slice(0, 10)}
      </button>
    );
  };
  return (
    <dl>
      {fact('Commit', <span class="hash code">{hash}</span>)}
      {labels.length > 0 && fact('Branches', <Labels labels={labels} />)}
      {fact('Author', <bdi>{visible(author)}</bdi>)}
      {committer !== undefined && fact('Committer', <bdi>{visible(committer)}</bdi>)}
      {fact('Date', date === '' ? 'none' : date.replace('T', ' '))}
      {parents.length > 0 && fact(parents.length === 1 ? 'Parent' : 'Parents', parents.map(parent))}
    </dl>
  );
};
