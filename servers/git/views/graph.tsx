// Graph: shows the commits of git_log with branches and merges, and the changes of the selected commit.
import {
  button,
  count,
  showView,
  Texts,
  Toolbar,
  useLatest,
  visible,
  type Host,
  type Shown,
} from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Details } from './graph/details.tsx';
import { layOut } from './graph/lanes.ts';
import { CommitList } from './graph/list.tsx';
import { fetchPart, firstArguments, isWhole, type Part, type Question } from './graph/read.ts';

const Page = (props: Shown): ComponentChild => {
  if (props.input['summary'] === undefined) return <Graph {...props} />;
  return <Texts result={props.result} />;
};

/** Arguments of git_log for the search fields. A search starts on Enter or when the field loses focus. */
const SEARCHES = [
  ['grep', 'Message'],
  ['author', 'Author'],
] as const;

const useHistory = (host: Host, input: Shown['input']) => {
  const [question, setQuestion] = useState<Question>({ input, isAll: false });
  const [part, setPart] = useState<Part>({ commits: [] });
  const [said, setSaid] = useState('');
  const latest = useLatest();
  const take = (args: Shown['input'], before: Part['commits']): void => {
    setSaid('Reading …');
    const show = (more: Part): void => {
      const known = new Set(before.map(({ hash }) => hash));
      const fresh = more.commits.filter(({ hash }) => !known.has(hash));
      setPart({ ...more, commits: [...before, ...fresh] });
      const isMoved = fresh.length < more.commits.length;
      setSaid(isMoved ? 'The history has changed since it was read. Reload shows it as it is.' : '');
    };
    latest(fetchPart(host, args), show, setSaid);
  };
  const ask = (more: Partial<Question>): void => {
    const next = { ...question, ...more };
    setQuestion(next);
    take(firstArguments(next), []);
  };
  const askMore = (): void => part.next && take(part.next, part.commits);
  useEffect(() => ask({}), []);
  return { ...part, said, isAll: question.isAll, asked: question.input, ask, askMore };
};

const Graph = ({ host, input }: Shown): ComponentChild => {
  const { commits, next, said, isAll, asked, ask, askMore } = useHistory(host, input);
  const [selected, setSelected] = useState(0);
  const rows = useMemo(() => layOut(commits), [commits]);
  const chosen = commits[selected];
  const restart = (question: Partial<Question>): void => {
    setSelected(0);
    ask(question);
  };
  const title = count(commits.length, 'commit');
  return (
    <div>
      <h1>{next === undefined ? title : `The first ${title}`}</h1>
      <Toolbar label="Commits">
        {SEARCHES.map(([name, label]) => (
          <input
            key={name}
            type="search"
            aria-label={label}
            placeholder={label}
            onChange={({ currentTarget: { value } }) =>
              restart({ input: { ...asked, [name]: value || input[name] } })
            }
          />
        ))}
        {isWhole(input) && (
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={({ currentTarget }) => restart({ isAll: currentTarget.checked })}
            />
            {' All branches and tags'}
          </label>
        )}
        {button('Reload', () => restart({}))}
        {button('More commits', askMore, next === undefined)}
      </Toolbar>
      <p role="status">{visible(said)}</p>
      <CommitList commits={commits} rows={rows} selected={selected} select={setSelected} onEnd={askMore} />
      {chosen && (
        <Details
          key={chosen.hash}
          {...{ host, commits, commit: chosen, select: setSelected, place: input['repo_path'] }}
        />
      )}
    </div>
  );
};

showView('git-graph', Page);
