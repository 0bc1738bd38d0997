// The graph: the commits of git_log with their branches and merges, and the changes of the one that is chosen.
import { button, showView, Toolbar, useLatest, visible, type Host, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Details } from './graph/details.tsx';
import { layOut } from './graph/lanes.ts';
import { CommitList } from './graph/list.tsx';
import { fetchPart, firstArguments, isWhole, type Commit, type Part } from './graph/read.ts';

const Page = (props: Shown): ComponentChild =>
  props.input['summary'] === undefined ? (
    <Graph {...props} />
  ) : (
    <pre tabIndex={0}>{visible(props.result.content?.[0]?.text ?? '')}</pre>
  );

const NOTHING: Part = { commits: [] };

interface History extends Part {
  readonly said: string;
  readonly isAll: boolean;
  readonly load: (isAll: boolean) => void;
  readonly loadMore: () => void;
}

const useHistory = (host: Host, input: Shown['input']): History => {
  const [part, setPart] = useState(NOTHING);
  const [said, setSaid] = useState('Reading …');
  const [isAll, setAll] = useState(false);
  const latest = useLatest();
  const take = (args: Shown['input'], before: readonly Commit[]): void => {
    setSaid('Reading …');
    const show = (more: Part): void => {
      const known = new Set(before.map(({ hash }) => hash));
      const fresh = more.commits.filter(({ hash }) => !known.has(hash));
      setPart({ ...more, commits: [...before, ...fresh] });
      const isMoved = fresh.length < more.commits.length;
      setSaid(isMoved ? 'The history has changed since it was read. Reload shows it as it is.' : '');
    };
    latest(fetchPart(host, input, args), show, setSaid);
  };
  const load = (all: boolean): void => {
    setAll(all);
    take(firstArguments(input, all), []);
  };
  const loadMore = (): void => {
    if (part.next !== undefined) take(part.next, part.commits);
  };
  useEffect(() => load(false), []);
  return { ...part, said, isAll, load, loadMore };
};

const Graph = ({ host, input }: Shown): ComponentChild => {
  const { commits, next, said, isAll, load, loadMore } = useHistory(host, input);
  const [selected, setSelected] = useState(0);
  const rows = useMemo(() => layOut(commits), [commits]);
  const places = useMemo(() => new Map(commits.map(({ hash }, at) => [hash, at])), [commits]);
  const chosen = commits[selected];
  const toParent = (hash: string): (() => void) | undefined => {
    const at = places.get(hash);
    if (at === undefined) return undefined;
    return () => {
      setSelected(at);
      // The button goes with the commit that it was shown for.
      document.querySelector<HTMLElement>('[role=listbox]')?.focus();
    };
  };
  const count = `${commits.length.toLocaleString('en')} commit${commits.length === 1 ? '' : 's'}`;
  const { repo_path: place } = input;
  return (
    <div>
      <h1>{next === undefined ? count : `The first ${count}`}</h1>
      <Toolbar label="Commits">
        {isWhole(input) && <AllBranches isAll={isAll} load={(all) => (setSelected(0), load(all))} />}
        {button('Reload', () => (setSelected(0), load(isAll)))}
        {button('More commits', loadMore, next === undefined)}
      </Toolbar>
      <p role="status" class="said">
        {visible(said)}
      </p>
      <div class="panes">
        <CommitList commits={commits} rows={rows} selected={selected} select={setSelected} onEnd={loadMore} />
        {chosen !== undefined && (
          <Details
            host={host}
            place={place === undefined ? {} : { repo_path: place }}
            commit={chosen}
            toParent={toParent}
          />
        )}
      </div>
    </div>
  );
};

interface AllProps {
  readonly isAll: boolean;
  readonly load: (all: boolean) => void;
}

const AllBranches = ({ isAll, load }: AllProps): ComponentChild => (
  <label>
    <input type="checkbox" checked={isAll} onChange={({ currentTarget }) => load(currentTarget.checked)} />
    {' All branches and tags'}
  </label>
);

showView('git-graph', Page);
