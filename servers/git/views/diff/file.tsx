// File of a diff: shows its name, counts and lines, side by side if the page is wide enough.
import { button, useWidth, visible } from '@mcp/view';
import { Words, wordsOf, type Pair, type Span } from '@mcp/view/words';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { FileDiff, Hunk, Line } from './parse.ts';

/** Unchanged lines that stay visible around a change. */
const KEPT = 3;
/** Fewer lines are not worth a click. */
const LEAST_FOLDED = 4;
/** Smallest page width in pixels for showing sides next to each other. */
const SPLIT_FROM = 600;
const PAGE = { current: document.body };

/** Renders the name of a file with its counts of added and deleted lines. */
export const FileName = ({ name, added, deleted }: FileDiff): ComponentChild => [
  <bdi class="name">{visible(name)}</bdi>,
  <span class="added"> +{added}</span>,
  <span class="deleted"> −{deleted}</span>,
];

/** Renders remarks as paragraphs. */
export const Remarks = ({ texts }: { readonly texts: readonly string[] }): ComponentChild =>
  texts.map((text) => (
    <p key={text} class="remark">
      {visible(text)}
    </p>
  ));

/** Renders a foldable file. Its lines are rendered only while it is open. */
export const File = (props: { readonly file: FileDiff; readonly isFolded: boolean }): ComponentChild => {
  const [isOpen, setOpen] = useState(!props.isFolded);
  const { name, remarks, hunks } = props.file;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <FileName {...props.file} />
      </summary>
      <Remarks texts={remarks} />
      {isOpen && hunks.length > 0 && <HunkTable name={name} hunks={hunks} />}
    </details>
  );
};

type Side = 'before' | 'after';

/** Renders hunks in a scrolling frame. */
export const HunkTable = ({ name, hunks }: Pick<FileDiff, 'name' | 'hunks'>): ComponentChild => {
  const isWide = useWidth(PAGE) >= SPLIT_FROM;
  const has = (side: Side): boolean => hunks.some(({ lines }) => lines.some((line) => line[side]));
  const sides = (['before', 'after'] as const).filter(has);
  const isSplit = isWide && sides.length === 2;
  return (
    <div class="frame code" tabIndex={0} role="region" aria-label={`Changes of ${visible(name)}`}>
      <table>
        <caption class="hidden">{visible(name)}, before and after</caption>
        <colgroup>
          {sides.map(() => [<col class="number" />, isSplit && <col />])}
          {!isSplit && <col />}
        </colgroup>
        {hunks.map((hunk) => (
          <HunkRows key={hunk.title} {...{ hunk, sides, isSplit }} />
        ))}
      </table>
    </div>
  );
};

interface RowsProps {
  readonly hunk: Hunk;
  /** Only one for a new or deleted file. */
  readonly sides: readonly Side[];
  /** Whether each side has its own text column. */
  readonly isSplit: boolean;
}

const HunkRows = ({ hunk, sides, isSplit }: RowsProps): ComponentChild => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const wide = (child: ComponentChild): ComponentChild => (
    <td colSpan={isSplit ? 4 : sides.length + 1}>{child}</td>
  );
  const draw = (lines: readonly Line[]): ComponentChild => {
    const rows = toRows(lines);
    const words = wordsOf(toPairs(rows));
    const text = (line?: Line): ComponentChild =>
      line === undefined ? <td class="empty" /> : toCell(line, words.get(line));
    return (isSplit ? rows : lines.map((line) => ({ before: line, after: line }))).map((row) => (
      <tr>
        {sides.map((side) => [
          <td class={`number ${row[side]?.kind}`}>{row[side]?.[side]}</td>,
          isSplit && text(row[side]),
        ])}
        {!isSplit && text(row.before)}
      </tr>
    ));
  };
  return (
    <tbody>
      <tr class="hunk">{wide(visible(hunk.title))}</tr>
      {toParts(hunk.lines).map(({ start, lines, isFolded }) => {
        if (!isFolded || unfolded.has(start)) return draw(lines);
        const unfold = (): void => setUnfolded(new Set([...unfolded, start]));
        return (
          <tr key={`fold ${start}`} class="fold">
            {wide(button(`Show ${lines.length} unchanged lines`, unfold))}
          </tr>
        );
      })}
    </tbody>
  );
};

/** Splits lines into parts and folds long unchanged ones. */
const toParts = (all: readonly Line[]) => {
  const parts: { start: number; lines: Line[]; isFolded: boolean }[] = [];
  for (const [start, line] of all.entries()) {
    const near = all.slice(Math.max(0, start - KEPT), start + KEPT + 1);
    const isFolded = near.every(({ kind }) => kind === '');
    const last = parts.at(-1);
    if (last?.isFolded === isFolded) last.lines.push(line);
    else parts.push({ start, lines: [line], isFolded });
  }
  return parts.map((part) => ({ ...part, isFolded: part.isFolded && part.lines.length >= LEAST_FOLDED }));
};

type Row = { [side in Side]?: Line };

/** Puts deleted lines next to the added lines that follow them. */
const toRows = (lines: readonly Line[]): Row[] => {
  const rows: Row[] = [];
  // Index of the first deleted line without a counterpart.
  let alone = 0;
  for (const line of lines) {
    const row = line.kind === 'added' ? rows[alone] : undefined;
    if (row !== undefined) row.after = line;
    else if (line.kind === 'added') rows.push({ after: line });
    else rows.push(line.kind === '' ? { before: line, after: line } : { before: line });
    if (line.kind !== 'deleted') alone = row === undefined ? rows.length : alone + 1;
  }
  return rows;
};

/** Returns the changed lines that share a row. */
const toPairs = (rows: readonly Row[]): Pair<Line>[] =>
  rows.flatMap(({ before, after }): Pair<Line>[] =>
    before === undefined || after === undefined || before === after ? [] : [[before, after]],
  );

const toCell = ({ kind, text, isOpen }: Line, spans: readonly Span[] | undefined): ComponentChild => (
  <td class={`text ${kind}`}>
    {kind !== '' && <span class="hidden">{kind}</span>}
    <Words {...{ text, spans, isDeleted: kind === 'deleted' }} />
    {isOpen && <span class="open-end"> (no line break at the end)</span>}
  </td>
);
