// The hunks of a file, each with a button that stages or unstages it.
import { button, Toolbar, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { HunkTable } from '../diff/file.tsx';
import { parseHunk } from '../diff/parse.ts';
import { readHunks } from './read-hunks.ts';
import type { Entry } from './read.ts';
import { useBrowsed } from './use-browsed.ts';
import type { Work } from './work.ts';

/** Hunks that are shown at once. */
const STEP = 50;
/** Of one hunk. */
const MOST_CHARACTERS = 100_000;

interface HunksProps {
  readonly work: Work;
  readonly entry: Entry;
}

/** The changes of a file that is staged or not. */
export const Hunks = ({ work, entry }: HunksProps): ComponentChild => {
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
    const take = (): void => work.write(isStaged ? 'git_reset' : 'git_add', { patch });
    const lines = hunk.slice(0, MOST_CHARACTERS).replace(/\n$/, '').split('\n');
    return (
      <div key={hunk} class="hunk-part">
        {!isWhole && work.isWritable && (
          <button type="button" onClick={take} aria-label={`${verb} ${name}`}>
            {verb} hunk
          </button>
        )}
        <HunkTable name={`${name}${isStaged ? ', staged' : ''}`} hunks={[parseHunk(lines)]} />
        {hunk.length > MOST_CHARACTERS && <p class="remark">The rest of this hunk is too long to show.</p>}
      </div>
    );
  };
  return (
    <div class="hunks">
      {remarks.map((remark) => (
        <p key={remark} class="remark">
          {visible(remark)}
        </p>
      ))}
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
