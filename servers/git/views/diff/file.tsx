// One file of a diff: its name, its counts, and its rows side by side.
import { visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { FileDiff, Hunk, Line, Row } from './parse.ts';
import { compareWords, type Part } from './words.ts';

/** Unchanged rows that stay beside a change when the others are folded. */
const KEPT = 3;
/** Fewer are not worth a click. */
const LEAST_FOLDED = 4;

/** A file that can be folded. */
export const File = ({ name, remarks, hunks, added, deleted }: FileDiff): ComponentChild => (
  <details open>
    <summary>
      <bdi class="name">{visible(name)}</bdi>
      <span class="added"> +{added}</span>
      <span class="deleted"> −{deleted}</span>
    </summary>
    {remarks.map((remark, at) => (
      <p key={at} class="remark">
        {visible(remark)}
      </p>
    ))}
    {hunks.length > 0 && <HunkTable name={name} hunks={hunks} />}
  </details>
);

/** Hunks side by side, in a frame that scrolls. */
export const HunkTable = ({ name, hunks }: Pick<FileDiff, 'name' | 'hunks'>): ComponentChild => (
  <div class="frame" tabIndex={0} role="region" aria-label={`Changes of ${visible(name)}`}>
    <table>
      <caption class="hidden">{visible(name)}, before and after</caption>
      <colgroup>
        <col class="number" />
        <col />
        <col class="number" />
        <col />
      </colgroup>
      {hunks.map((hunk) => (
        <HunkRows key={hunk.title} hunk={hunk} />
      ))}
    </table>
  </div>
);

const HunkRows = ({ hunk }: { readonly hunk: Hunk }): ComponentChild => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const parts = toParts(hunk.rows);
  return (
    <tbody>
      <tr class="hunk">
        <td colSpan={4}>{visible(hunk.title)}</td>
      </tr>
      {parts.map(({ start, rows, isFolded }) => {
        if (!isFolded || unfolded.has(start))
          return rows.map((row, at) => <Sides key={start + at} row={row} />);
        const onClick = (): void => setUnfolded(new Set([...unfolded, start]));
        return (
          <tr key={`fold ${start}`}>
            <td colSpan={4}>
              <button type="button" class="fold" onClick={onClick}>
                {`Show ${rows.length} unchanged lines`}
              </button>
            </td>
          </tr>
        );
      })}
    </tbody>
  );
};

interface RowsPart {
  /** The place of its first row in the hunk. */
  readonly start: number;
  readonly rows: readonly Row[];
  readonly isFolded: boolean;
}

const isChanged = ({ before, after }: Row): boolean =>
  before === undefined || after === undefined || before.isChanged || after.isChanged;

/** The rows in parts, of which long ones without a change are folded. */
const toParts = (rows: readonly Row[]): RowsPart[] => {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - KEPT), at + KEPT + 1).some(isChanged));
  const parts: { start: number; rows: Row[]; isFolded: boolean }[] = [];
  rows.forEach((row, at) => {
    const isFolded = isNear[at] !== true;
    const last = parts.at(-1);
    if (last === undefined || last.isFolded !== isFolded) parts.push({ start: at, rows: [row], isFolded });
    else last.rows.push(row);
  });
  return parts.map((part) => ({ ...part, isFolded: part.isFolded && part.rows.length >= LEAST_FOLDED }));
};

const Sides = ({ row: { before, after } }: { readonly row: Row }): ComponentChild => {
  const isPair = before?.isChanged === true && after?.isChanged === true;
  const words = isPair ? compareWords(before.text, after.text) : undefined;
  return (
    <tr>
      <Side line={before} kind="deleted" words={words?.before} />
      <Side line={after} kind="added" words={words?.after} />
    </tr>
  );
};

interface SideProps {
  readonly line: Line | undefined;
  readonly kind: 'deleted' | 'added';
  readonly words: readonly Part[] | undefined;
}

const Side = ({ line, kind, words }: SideProps): ComponentChild => {
  if (line === undefined) return [<td class="number" />, <td class="empty" />];
  const state = line.isChanged ? kind : '';
  const parts = words ?? [{ text: line.text, isMarked: false }];
  const Mark = kind === 'deleted' ? 'del' : 'ins';
  return [
    <td class={`number ${state}`}>{line.number}</td>,
    <td class={`text ${state}`}>
      {line.isChanged && <span class="hidden">{kind}</span>}
      <bdi>
        {parts.map(({ text, isMarked }) => (isMarked ? <Mark>{visible(text)}</Mark> : visible(text)))}
      </bdi>
      {line.isOpen && <span class="open-end"> (no line break at the end)</span>}
    </td>,
  ];
};
