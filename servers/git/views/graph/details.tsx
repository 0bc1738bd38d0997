// The commit that is chosen: who, when, why, and its changes.
import { button, useLatest, visible, type CallResult, type Host } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { cursorIn, Patch, patchIn } from '../diff/patch.tsx';
import { Labels } from './list.tsx';
import type { Commit } from './read.ts';

interface DetailsProps {
  readonly host: Host;
  /** The argument that names the repository. */
  readonly place: unknown;
  readonly commit: Commit;
  /** Goes to a parent; undefined when it is not loaded. */
  readonly toParent: (hash: string) => (() => void) | undefined;
}

/** A key that is held goes over many commits: the changes of those on the way are not asked for. */
const PAUSE_MS = 150;

/** What is known of a commit. */
export const Details = ({ host, place, commit, toParent }: DetailsProps): ComponentChild => {
  const [pages, setPages] = useState<readonly CallResult[]>([]);
  const [problem, setProblem] = useState('');
  const { hash } = commit;
  const latest = useLatest();
  const take = (before: readonly CallResult[], start?: Promise<unknown>): void => {
    const args = { repo_path: place, revision: hash, cursor: cursorIn(before) };
    setProblem('');
    latest(
      Promise.resolve(start).then(() => host.callTool('git_show', args)),
      (page) => setPages([...before, page]),
      setProblem,
    );
  };
  useEffect(() => {
    setPages([]);
    let timer: ReturnType<typeof setTimeout> | undefined;
    take([], new Promise((resolve) => void (timer = setTimeout(resolve, PAUSE_MS))));
    return () => clearTimeout(timer);
  }, [hash]);
  // Each page begins with the message, which git indents.
  const start = pages[0] && patchIn(pages[0]).search(/^diff --/m);
  return (
    <section class="details" aria-labelledby="subject">
      <h2 id="subject">{visible(commit.subject) || '(no message)'}</h2>
      <Facts commit={commit} toParent={toParent} />
      {commit.body !== '' && <pre class="body">{visible(commit.body)}</pre>}
      {problem !== '' && <p role="alert">{visible(problem)}</p>}
      {start === -1 && <p class="remark">No changes to show.</p>}
      {start !== undefined && <Patch pages={pages} start={start === -1 ? Infinity : start} isList />}
      {cursorIn(pages) !== undefined && button('More files', () => take(pages))}
    </section>
  );
};

const Facts = ({ commit, toParent }: Pick<DetailsProps, 'commit' | 'toParent'>): ComponentChild => {
  const { hash, labels, author, committer, date, parents } = commit;
  const fact = (name: string, value: ComponentChild): ComponentChild => [
    <dt key={name}>{name}</dt>,
    <dd key={`${name} value`}>{value}</dd>,
  ];
  const parent = (of: string): ComponentChild => {
    const go = toParent(of);
    return (
      <button key={of} type="button" class="hash" disabled={go === undefined} onClick={go}>
        {of.slice(0, 10)}
      </button>
    );
  };
  return (
    <dl>
      {fact('Commit', <span class="hash">{hash}</span>)}
      {labels.length > 0 && fact('Branches', <Labels labels={labels} />)}
      {fact('Author', <bdi>{visible(author)}</bdi>)}
      {committer !== undefined && fact('Committer', <bdi>{visible(committer)}</bdi>)}
      {fact('Date', date === '' ? 'none' : date.replace('T', ' '))}
      {parents.length > 0 && fact(parents.length === 1 ? 'Parent' : 'Parents', parents.map(parent))}
    </dl>
  );
};
