// One file of a diff: its name, its counts, and its lines, side by side where the page is wide enough.
import { useWidth, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { FileDiff, Hunk, Line, Row } from './parse.ts';
import { compareWords, type Part } from './words.ts';

/** Unchanged rows that stay beside a change when the others are folded. */
const KEPT = 3;
/** Fewer are not worth a click. */
const LEAST_FOLDED = 4;
/** Narrower pages, in pixels, show one side below the other. */
const SPLIT_FROM = 600;
const PAGE = { current: document.body };

/** The name of a file, and how many lines were added and deleted. */
export const FileName = ({ name, added, deleted }: FileDiff): ComponentChild => [
  <bdi class="name">{visible(name)}</bdi>,
  <span class="added"> +{added}</span>,
  <span class="deleted"> −{deleted}</span>,
];

interface FileProps {
  readonly file: FileDiff;
  /** The lines are drawn when a person opens the file. */
  readonly isFolded: boolean;
}

/** A file that can be folded. */
export const File = ({ file, isFolded }: FileProps): ComponentChild => {
  const [isOpen, setOpen] = useState(!isFolded);
  const { name, remarks, hunks } = file;
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <FileName {...file} />
      </summary>
      {remarks.map((remark, at) => (
        <p key={at} class="remark">
          {visible(remark)}
        </p>
      ))}
      {isOpen && hunks.length > 0 && <HunkTable name={name} hunks={hunks} />}
    </details>
  );
};

type Side = 'before' | 'after';

interface Columns {
  /** A new or deleted file has one. */
  readonly sides: readonly Side[];
  /** Whether each side has a column of text. */
  readonly isSplit: boolean;
}

/** Hunks in a frame that scrolls. */
export const HunkTable = ({ name, hunks }: Pick<FileDiff, 'name' | 'hunks'>): ComponentChild => {
  const isWide = useWidth(PAGE) >= SPLIT_FROM;
  const has = (side: Side): boolean => hunks.some(({ rows }) => rows.some((row) => row[side] !== undefined));
  const sides = (['before', 'after'] as const).filter(has);
  const isSplit = isWide && sides.length === 2;
  return (
    <div class="frame" tabIndex={0} role="region" aria-label={`Changes of ${visible(name)}`}>
      <table>
        <caption class="hidden">{visible(name)}, before and after</caption>
        <colgroup>
          {sides.map(() => [<col class="number" />, isSplit && <col />])}
          {!isSplit && <col />}
        </colgroup>
        {hunks.map((hunk) => (
          <HunkRows key={hunk.title} hunk={hunk} sides={sides} isSplit={isSplit} />
        ))}
      </table>
    </div>
  );
};

const HunkRows = ({ hunk, sides, isSplit }: Columns & { readonly hunk: Hunk }): ComponentChild => {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const colSpan = isSplit ? 4 : sides.length + 1;
  const draw = (cells: Cells): ComponentChild => (
    <tr>
      {sides.map((side) => [
        <td class={`number ${cells[side]?.kind}`}>{cells[side]?.number}</td>,
        isSplit && <Text cell={cells[side]} />,
      ])}
      {!isSplit && <Text cell={cells.before ?? cells.after} />}
    </tr>
  );
  return (
    <tbody>
      <tr class="hunk">
        <td colSpan={colSpan}>{visible(hunk.title)}</td>
      </tr>
      {toParts(hunk.rows).map(({ start, rows, isFolded }) => {
        const onClick = (): void => setUnfolded(new Set([...unfolded, start]));
        if (!isFolded || unfolded.has(start)) {
          const cells = rows.map(toCells);
          return (isSplit ? cells : toOneBelowOther(cells)).map(draw);
        }
        return (
          <tr key={`fold ${start}`}>
            <td colSpan={colSpan}>
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
  readonly rows: Row[];
  readonly isFolded: boolean;
}

const isChanged = ({ before, after }: Row): boolean =>
  before === undefined || after === undefined || before.isChanged || after.isChanged;

/** The rows in parts, of which long ones without a change are folded. */
const toParts = (rows: readonly Row[]): RowsPart[] => {
  const isNear = rows.map((_, at) => rows.slice(Math.max(0, at - KEPT), at + KEPT + 1).some(isChanged));
  const parts: RowsPart[] = [];
  rows.forEach((row, at) => {
    const isFolded = isNear[at] !== true;
    const last = parts.at(-1);
    if (last?.isFolded === isFolded) last.rows.push(row);
    else parts.push({ start: at, rows: [row], isFolded });
  });
  return parts.map((part) => ({ ...part, isFolded: part.isFolded && part.rows.length >= LEAST_FOLDED }));
};

interface Cell extends Line {
  readonly kind: 'deleted' | 'added' | '';
  readonly parts: readonly Part[];
}

type Cells = { readonly [side in Side]?: Cell };

const toCells = ({ before, after }: Row): Cells => {
  const isPair = before?.isChanged === true && after?.isChanged === true;
  const words = isPair ? compareWords(before.text, after.text) : undefined;
  const toCell = (line: Line, kind: Cell['kind'], parts = [{ text: line.text, isMarked: false }]): Cell => ({
    ...line,
    kind: line.isChanged ? kind : '',
    parts,
  });
  return {
    ...(before && { before: toCell(before, 'deleted', words?.before) }),
    ...(after && { after: toCell(after, 'added', words?.after) }),
  };
};

/** The deleted lines of each change, then the added ones. */
const toOneBelowOther = (rows: readonly Cells[]): Cells[] => {
  const lines: Cells[] = [];
  const added: Cells[] = [];
  for (const { before, after } of rows) {
    if (before?.kind === '') lines.push(...added.splice(0), { before, ...(after && { after }) });
    else {
      if (before !== undefined) lines.push({ before });
      if (after !== undefined) added.push({ after });
    }
  }
  return [...lines, ...added];
};

const Text = ({ cell }: { readonly cell: Cell | undefined }): ComponentChild => {
  if (cell === undefined) return <td class="empty" />;
  const { kind, parts, isOpen } = cell;
  const Mark = kind === 'deleted' ? 'del' : 'ins';
  return (
    <td class={`text ${kind}`}>
      {kind !== '' && <span class="hidden">{kind}</span>}
      <bdi>
        {parts.map(({ text, isMarked }) => (isMarked ? <Mark>{visible(text)}</Mark> : visible(text)))}
      </bdi>
      {isOpen && <span class="open-end"> (no line break at the end)</span>}
    </td>
  );
};
