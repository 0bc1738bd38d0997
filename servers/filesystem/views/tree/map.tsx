// Treemap: draws each entry in proportion to its size. Tab reaches one entry, the arrow keys reach the others.
import { count, useWidth } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { kindOf } from './kinds.ts';
import { isDirectory, type Directory, type Entry } from './model.ts';
import { squarify, type Box } from './squarify.ts';
import { bytes, label } from './table.tsx';

/** Smaller entries beyond this number are drawn as one. */
const MOST_CELLS = 300;
const MOST_INNER = 60;
const HEIGHT = 320;
/** Smallest cell in pixels that fits a name. */
const LEAST_NAMED = { width: 48, height: 22 };
/** Height of a directory's name in pixels. */
const HEAD = 22;

interface MapProps {
  readonly entries: readonly Entry[];
  readonly open: (directory: Directory) => void;
}

/** Renders entries, which must be sorted largest first. */
export const Map = ({ entries, open }: MapProps): ComponentChild => {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState(0);
  const sized = entries.filter(({ size }) => size > 0);
  const shown = sized.slice(0, MOST_CELLS);
  const rest = sized.slice(MOST_CELLS).reduce((sum, { size }) => sum + size, 0);
  const weights = [...shown.map(({ size }) => size), ...(rest > 0 ? [rest] : [])].toSorted((a, b) => b - a);
  const boxes = squarify(weights, { x: 0, y: 0, width, height: HEIGHT });
  const others = weights.indexOf(rest);
  if (rest > 0) boxes.push(...boxes.splice(others, 1));
  const focused = Math.min(at, shown.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(focused + step, 0), shown.length - 1);
    setAt(next);
    frame.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  const style = { height: `${HEIGHT}px` };
  return (
    <div class="map" ref={frame} role="group" aria-label="Treemap" onKeyDown={onKeyDown} style={style}>
      {shown.map((entry, index) => {
        const box = boxes[index];
        if (box === undefined) return undefined;
        return <Cell key={entry.name} entry={entry} box={box} isFocused={index === focused} open={open} />;
      })}
      {rest > 0 && (
        <div class="others" style={toStyle(boxes.at(-1))}>
          {count(sized.length - MOST_CELLS, 'smaller one')}
        </div>
      )}
    </div>
  );
};

const STEPS: { readonly [key: string]: number } = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

const toStyle = ({ x, y, width, height }: Box = { x: 0, y: 0, width: 0, height: 0 }) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});

const hasRoom = ({ width, height }: Box): boolean =>
  width >= LEAST_NAMED.width && height >= LEAST_NAMED.height;

interface CellProps {
  readonly entry: Entry;
  readonly box: Box;
  readonly isFocused: boolean;
  readonly open: MapProps['open'];
}

const Cell = ({ entry, box, isFocused, open }: CellProps): ComponentChild => {
  const said = `${label(entry)}, ${bytes(entry.size)}`;
  const isNamed = hasRoom(box);
  const isOpen = isDirectory(entry);
  const action = isOpen ? { onClick: () => open(entry) } : { 'aria-disabled': true };
  return (
    <button
      type="button"
      class={isOpen ? 'cell directory' : `cell file hue-${kindOf(entry.name)}`}
      style={toStyle(box)}
      tabIndex={isFocused ? 0 : -1}
      title={said}
      aria-label={said}
      {...action}
    >
      {isNamed && (
        <span class="name">
          <bdi>{label(entry)}</bdi>
          {` ${bytes(entry.size)}`}
        </span>
      )}
      {isOpen && isNamed && <Inner directory={entry} box={box} />}
    </button>
  );
};

/** Renders the entries of a directory as decoration. */
const Inner = ({ directory, box }: { readonly directory: Directory; readonly box: Box }): ComponentChild => {
  const sized = directory.entries.filter(({ size }) => size > 0).toSorted((a, b) => b.size - a.size);
  const shown = sized.slice(0, MOST_INNER);
  const [width, height] = [box.width - 6, box.height - HEAD - 4];
  if (width < 12 || height < 12 || shown.length === 0) return undefined;
  const boxes = squarify(
    shown.map(({ size }) => size),
    { x: 2, y: HEAD, width, height },
  );
  return boxes.map((inner, at) => {
    const entry = shown[at];
    if (entry === undefined) return undefined;
    const kind = isDirectory(entry) ? 'directory' : `hue-${kindOf(entry.name)}`;
    // The style sheet draws this name as decoration, because the button is named by its directory.
    const name = hasRoom(inner) ? { 'data-name': `${label(entry)} ${bytes(entry.size)}` } : {};
    return <span key={at} class={`inner ${kind}`} style={toStyle(inner)} {...name} />;
  });
};
