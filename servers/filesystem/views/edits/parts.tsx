// Parts: shows a change as small diffs, each with a checkbox to accept it.
import { visible } from '@mcp/view';
import { Words, wordsOf, type Span } from '@mcp/view/words';
import type { ComponentChild } from 'preact';
import { memo } from 'preact/compat';
import type { Part } from './choice.ts';
import { toPairs, toRows, type Row } from './rows.ts';

interface PartsProps {
  readonly parts: readonly Part[];
  readonly rejected: ReadonlySet<number>;
  readonly set: (index: number, isAccepted: boolean) => void;
  readonly isOpen: boolean;
}

/** Renders all parts with their checkboxes. */
export const Parts = ({ parts, rejected, set, isOpen }: PartsProps): ComponentChild => (
  <>
    <ol>
      {parts.map((part, index) => {
        const isAccepted = !rejected.has(index);
        const onChange = (): void => set(index, !isAccepted);
        return (
          <li key={index} class={isAccepted ? '' : 'rejected'}>
            <label>
              <input
                type="checkbox"
                value={String(index)}
                checked={isAccepted}
                disabled={!isOpen}
                onChange={onChange}
              />{' '}
              <bdi>{visible(part.title)}</bdi>
            </label>
            <Diff part={part} />
          </li>
        );
      })}
    </ol>
    <p class="remark">Keys in a box: A accepts, R rejects, the arrows go to the next and the previous.</p>
  </>
);

// Memoized, because checkboxes do not affect a diff.
const Diff = memo(({ part }: { readonly part: Part }): ComponentChild => {
  const rows = toRows(part.diff);
  const words = wordsOf(toPairs(rows));
  return (
    <div class="diff code">
      {rows.map((row, at) => (
        <Line key={at} row={row} spans={words.get(row)} />
      ))}
    </div>
  );
});

const SIGNS = { same: ['', ' '], removed: ['Removed: ', '−'], added: ['Added: ', '+'] } as const;

interface LineProps {
  readonly row: Row;
  readonly spans: readonly Span[] | undefined;
}

const Line = ({ row: { kind, number, text }, spans }: LineProps): ComponentChild => {
  const [said, sign] = SIGNS[kind];
  return (
    <div class={kind}>
      <span class="number" aria-hidden="true">
        {number ?? ''}
      </span>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <span class="hidden">{said}</span>
      <Words {...{ text, spans, isDeleted: kind === 'removed' }} />
    </div>
  );
};
