// Hunks: shows the hunks of a file with buttons to stage or unstage them.
import { button, Toolbar, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { HunkTable, Remarks } from '../diff/file.tsx';
import { parseHunk } from '../diff/parse.ts';
import { readHunks } from './read-hunks.ts';
import { useBrowsed } from './use-browsed.ts';
import type { EntryProps } from './use-repository.ts';

/** Hunks to show at a time. */
const STEP = 50;
/** Longest text of a hunk to show. */
const MOST_CHARACTERS = 100_000;

/** Renders the staged or unstaged changes of a file. */
export const Hunks = ({ work, entry }: EntryProps): ComponentChild => {
  const [most, setMost] = useState(STEP);
  const isStaged = entry.list === 'staged';
  const { data, problem } = useBrowsed(work, () => readHunks(work, entry.path, isStaged));
  if (problem !== undefined) return <p role="alert">{visible(problem)}</p>;
  if (data === undefined) return <p class="remark">Reading …</p>;
  const { head, hunks, remarks, isWhole, isCut } = data;
  const verb = isStaged ? 'Unstage' : 'Stage';
  const part = (hunk: string, at: number): ComponentChild => {
    const name = `hunk ${at + 1} of ${visible(entry.path)}`;
    const patch = `${head}${hunk}`;
    const take = (): void => void work.write([[isStaged ? 'git_reset' : 'git_add', { patch }]]);
    return (
      <div key={hunk} class="hunk-part">
        {!isWhole && work.isWritable && button(`${verb} hunk`, take, false, `${verb} ${name}`)}
        <HunkTable
          name={`${name}${isStaged ? ', staged' : ''}`}
          hunks={[parseHunk(hunk.slice(0, MOST_CHARACTERS))]}
        />
        {hunk.length > MOST_CHARACTERS && <p class="remark">The rest of this hunk is too long to show.</p>}
      </div>
    );
  };
  return (
    <div class="hunks">
      <Remarks texts={remarks} />
      {isWhole && <p class="remark">It can only be {verb.toLowerCase()}d as a whole.</p>}
      {hunks.slice(0, most).map(part)}
      {isCut && <p class="remark">There are more changes than can be shown.</p>}
      {hunks.length > most && (
        <Toolbar label={`Hunks of ${visible(entry.path)}`}>
          {button('More hunks', () => setMost(most + STEP))}
        </Toolbar>
      )}
    </div>
  );
};
