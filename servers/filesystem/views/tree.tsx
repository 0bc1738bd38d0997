// The sizes below a directory as a treemap and as a table, through which the user goes down and up.
import { button, showView, Toolbar, visible, type Host, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Map } from './tree/map.tsx';
import { countOn, newDirectory, pathTo, type Directory } from './tree/model.ts';
import { bytes, count, Table } from './tree/table.tsx';

/** Directories that are counted without being asked. */
const MOST_AT_ONCE = 2000;
/** Between two pictures of what is being counted. */
const STEP_MS = 150;

const Sizes = ({ host, input }: Shown): ComponentChild => {
  const { path = input['directory'] } = input;
  const start = typeof path === 'string' ? path : '.';
  const name = start === '.' ? 'The whole directory' : start;
  const top = useRef<Directory>(newDirectory(name, start)).current;
  const [current, setCurrent] = useState(top);
  const { isCounting, goOn } = useCounting(host, top, current);
  const root = useRef<HTMLDivElement>(null);

  const open = (directory: Directory): void => {
    setCurrent(directory);
    root.current?.querySelector('h1')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Backspace' || current.parent === undefined) return;
    event.preventDefault();
    open(current.parent);
  };
  const entries = current.entries.toSorted((a, b) => b.size - a.size);
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      <h1 tabIndex={-1}>
        <bdi>{visible(current.name)}</bdi>
        {`: ${bytes(current.size)}`}
      </h1>
      <Above current={current} open={open} />
      <p role="status">
        {`${isCounting ? 'Counting … ' : ''}${count(current.files, 'file')}, also what git ignores.`}
      </p>
      <Missing current={current} isCounting={isCounting} goOn={goOn} />
      <Map entries={entries} open={open} />
      <Table entries={entries} total={current.size} open={open} />
    </div>
  );
};

/** Counts from the top, and again when the user asks for more. */
const useCounting = (host: Host, top: Directory, current: Directory) => {
  const [, draw] = useState(0);
  const [isCounting, setIsCounting] = useState(true);
  const queue = useRef<readonly Directory[]>([top]);
  const last = useRef(0);
  const goOn = async (): Promise<void> => {
    setIsCounting(true);
    const isHere = (directory: Directory): boolean => pathTo(directory).includes(current);
    const here = queue.current.filter(isHere);
    const others = queue.current.filter((directory) => !isHere(directory));
    const onStep = (): void => {
      if (performance.now() - last.current < STEP_MS) return;
      last.current = performance.now();
      draw(last.current);
    };
    queue.current = await countOn(host, [...here, ...others], { most: MOST_AT_ONCE, onStep });
    setIsCounting(false);
  };
  useEffect(() => void goOn(), []);
  return { isCounting, goOn };
};

interface PlaceProps {
  readonly current: Directory;
  readonly open: (directory: Directory) => void;
}

const Above = ({ current, open }: PlaceProps): ComponentChild => {
  const { parent } = current;
  return (
    <nav aria-label="Directories above">
      <Toolbar label="Go up">
        {button('Up', () => parent && open(parent), parent === undefined)}
        {pathTo(current)
          .slice(0, -1)
          .map((directory, depth) => (
            <button key={depth} type="button" onClick={() => open(directory)}>
              <bdi>{visible(directory.name)}</bdi>
            </button>
          ))}
      </Toolbar>
    </nav>
  );
};

interface MissingProps extends Pick<PlaceProps, 'current'> {
  readonly isCounting: boolean;
  readonly goOn: () => Promise<void>;
}

/** What is not in the sizes. */
const Missing = ({ current, isCounting, goOn }: MissingProps): ComponentChild => {
  const { waiting, refused } = current;
  return (
    <div>
      {waiting > 0 && !isCounting && (
        <p class="missing">
          {`${count(waiting, 'directory', 'directories')} not counted yet. `}
          {button('Count on', () => void goOn())}
        </p>
      )}
      {refused.length > 0 && (
        <details class="missing">
          <summary>{`Not counted, because ${count(refused.length, 'directory', 'directories')} could not be read`}</summary>
          <ul>
            {refused.map((why, at) => (
              <li key={at}>{visible(why)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};

showView('filesystem-tree', Sizes);
