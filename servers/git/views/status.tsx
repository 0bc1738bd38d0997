// Status: shows the files of git_status so that the user can stage hunks and resolve conflicts.
import { button, showView, Texts, Toolbar, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { CommitBox } from './status/commit.tsx';
import { FileList } from './status/list.tsx';
import { readStatus, type Status } from './status/read.ts';
import { useRepository } from './status/use-repository.ts';

const Page = ({ host, input, result }: Shown): ComponentChild => {
  const status = readStatus(result);
  if (status === undefined) return <Texts result={result} />;
  return <Files host={host} input={input} first={status} />;
};

type FilesProps = Omit<Shown, 'result'> & { readonly first: Status };

const Files = ({ host, input, first }: FilesProps): ComponentChild => {
  const { status, work, said, isBusy } = useRepository(host, input, first);
  const { branch, operation, distance, isTruncated, lists } = status;
  // A merge may have nothing staged.
  const mayCommit = work.isWritable && (operation !== '' || lists.some(({ list }) => list === 'staged'));
  return (
    <div aria-busy={isBusy}>
      <h1 tabIndex={-1}>
        Status of <bdi>{visible(branch)}</bdi>
      </h1>
      {operation !== '' && <p>A {operation} is in progress.</p>}
      <Toolbar label="Status">
        {button('Refresh', () => void work.write([]))}
        <span class="remark">{visible(distance)}</span>
      </Toolbar>
      <p role="status">{visible(said)}</p>
      {mayCommit && <CommitBox work={work} />}
      {lists.length === 0 && <p>Nothing has changed.</p>}
      <div>
        {isTruncated && <p class="remark">There are more files than can be listed.</p>}
        {lists.map((listed) => (
          <FileList key={listed.list} work={work} {...listed} />
        ))}
      </div>
    </div>
  );
};

showView('git-status', Page);
