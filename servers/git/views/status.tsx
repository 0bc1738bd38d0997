// The status: the files of git_status with their hunks, which a person stages, and their conflicts, which a person
// resolves.
import { button, showView, Toolbar, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { FileList } from './status/list.tsx';
import { readStatus, type Status } from './status/read.ts';
import { useRepository } from './status/use-repository.ts';
import type { Work } from './status/work.ts';

const Page = ({ host, input, result }: Shown): ComponentChild => {
  const status = readStatus(result);
  if (status === undefined) return <pre tabIndex={0}>{visible(result.content?.[0]?.text ?? '')}</pre>;
  return <Files host={host} input={input} first={status} />;
};

const Files = ({
  host,
  input,
  first,
}: Omit<Shown, 'result'> & { readonly first: Status }): ComponentChild => {
  const { status, work, said, isBusy, refresh } = useRepository(host, input, first);
  return (
    <div aria-busy={isBusy}>
      <h1 tabIndex={-1}>
        Status of <bdi>{visible(status.branch)}</bdi>
      </h1>
      {status.operation !== undefined && <p class="said">A {status.operation} is in progress.</p>}
      <Toolbar label="Status">{button('Refresh', refresh)}</Toolbar>
      <p role="status" class="said">
        {visible(said)}
      </p>
      <Lists work={work} status={status} />
    </div>
  );
};

const TITLES = [
  ['conflicted', 'In conflict'],
  ['staged', 'Staged'],
  ['unstaged', 'Changed'],
  ['untracked', 'New'],
] as const;

const Lists = ({ work, status }: { readonly work: Work; readonly status: Status }): ComponentChild => {
  const isClean = TITLES.every(([list]) => status.lists[list].length === 0);
  return (
    <div>
      {isClean && <p>Nothing has changed.</p>}
      {status.isTruncated && <p class="remark">There are more files than can be listed.</p>}
      {TITLES.map(([list, title]) => (
        <FileList key={list} work={work} title={title} entries={status.lists[list]} />
      ))}
    </div>
  );
};

showView('git-status', Page);
