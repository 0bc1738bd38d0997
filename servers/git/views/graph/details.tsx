// The commit that is chosen: who, when, why, and its changes.
import { button, useLatest, visible, type CallResult, type Host } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { parsePatch } from '../diff/parse.ts';
import { cursorIn, Patch, textsOf } from '../diff/patch.tsx';
import { Labels } from './list.tsx';
import type { Commit } from './read.ts';

interface DetailsProps {
  readonly host: Host;
  /** The arguments that name the repository. */
  readonly place: { readonly repo_path?: unknown };
  readonly commit: Commit;
  /** Goes to a parent; undefined when it is not loaded. */
  readonly toParent: (hash: string) => (() => void) | undefined;
}

/** A key that is held goes over many commits: the changes of those on the way are not asked for. */
const PAUSE_MS = 150;

interface Shown {
  readonly pages: readonly CallResult[];
  readonly problem?: string;
}

/** What is known of a commit. */
export const Details = ({ host, place, commit, toParent }: DetailsProps): ComponentChild => {
  const [{ pages, problem }, setShown] = useState<Shown>({ pages: [] });
  const { hash } = commit;
  const latest = useLatest();
  const take = (before: readonly CallResult[], start: Promise<unknown>): void => {
    const cursor = cursorIn(before.at(-1) ?? {});
    const args = { ...place, revision: hash, ...(cursor === undefined ? {} : { cursor }) };
    latest(
      start.then(() => host.callTool('git_show', args)),
      (page) => setShown({ pages: [...before, page] }),
      (message) => setShown({ pages: before, problem: message }),
    );
  };
  useEffect(() => {
    setShown({ pages: [] });
    let timer: ReturnType<typeof setTimeout> | undefined;
    take([], new Promise((resolve) => void (timer = setTimeout(resolve, PAUSE_MS))));
    return () => clearTimeout(timer);
  }, [hash]);
  const last = pages.at(-1);
  const hasMore = last !== undefined && cursorIn(last) !== undefined;
  return (
    <section class="details" aria-labelledby="subject">
      <h2 id="subject">{visible(commit.subject) || '(no message)'}</h2>
      <Facts commit={commit} toParent={toParent} />
      {commit.body !== '' && <pre class="body">{visible(commit.body)}</pre>}
      {problem !== undefined && <p role="alert">{visible(problem)}</p>}
      {pages.length > 0 && <Changes pages={pages} />}
      {hasMore && button('More files', () => take(pages, Promise.resolve()))}
    </section>
  );
};

/** Each page begins with the message, which git indents. */
const Changes = ({ pages }: Pick<Shown, 'pages'>): ComponentChild => {
  const texts = pages.map((page) => textsOf(page)[0] ?? '');
  const start = texts[0]?.search(/^diff --/m) ?? -1;
  const patch = parsePatch(texts.map((text) => text.slice(start)).join(''));
  const notes = textsOf(pages.at(-1) ?? {}).slice(1);
  return (
    <div>
      {start === -1 ? (
        <p class="remark">No changes to show.</p>
      ) : (
        <Patch patch={patch} isFolded={patch.files.length > 1} />
      )}
      {notes.map((note) => (
        <p key={note} class="remark">
          {visible(note)}
        </p>
      ))}
    </div>
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
