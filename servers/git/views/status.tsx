// The status: the files of git_status with their hunks, which a person stages, and their conflicts, which a person
// resolves.
import { showView, Toolbar, visible, type Shown } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { FileList } from './status/list.ts';
import { readStatus, type Status } from './status/read.ts';
import { useRepository } from './status/use-repository.ts';
import type { Work } from './status/work.ts';

const Page = ({ host, input, result }: Shown): ComponentChild => {
  const status = readStatus(result);
  if (status === undefined) return h('pre', { tabIndex: 0 }, visible(result.content?.[0]?.text ?? ''));
  return h(Files, { host, input, first: status });
};

const Files = ({
  host,
  input,
  first,
}: Omit<Shown, 'result'> & { readonly first: Status }): ComponentChild => {
  const { status, work, said, isBusy, refresh } = useRepository(host, input, first);
  return h(
    'div',
    { 'aria-busy': isBusy },
    h('h1', { tabIndex: -1 }, 'Status of ', h('bdi', {}, visible(status.branch))),
    status.operation !== undefined && h('p', { class: 'said' }, `A ${status.operation} is in progress.`),
    h(Toolbar, { label: 'Status' }, h('button', { type: 'button', onClick: refresh }, 'Refresh')),
    h('p', { role: 'status', class: 'said' }, visible(said)),
    h(Lists, { work, status }),
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
  return h(
    'div',
    {},
    isClean && h('p', {}, 'Nothing has changed.'),
    status.isTruncated && h('p', { class: 'remark' }, 'There are more files than can be listed.'),
    TITLES.map(([list, title]) => h(FileList, { key: list, work, title, entries: status.lists[list] })),
  );
};

showView('git-status', Page);
