// The sizes below a directory as a treemap and as a table, through which the user goes down and up.
import { showView, Toolbar, visible, type Host, type Shown } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
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
  return h(
    'div',
    { ref: root, onKeyDown },
    h('h1', { tabIndex: -1 }, h('bdi', {}, visible(current.name)), `: ${bytes(current.size)}`),
    h(Above, { current, open }),
    h(
      'p',
      { role: 'status' },
      `${isCounting ? 'Counting … ' : ''}${count(current.files, 'file')}, also what git ignores.`,
    ),
    h(Missing, { current, isCounting, goOn }),
    h(Map, { entries, open }),
    h(Table, { entries, total: current.size, open }),
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
  return h(
    'nav',
    { 'aria-label': 'Directories above' },
    h(
      Toolbar,
      { label: 'Go up' },
      h(
        'button',
        { type: 'button', disabled: parent === undefined, onClick: () => parent && open(parent) },
        'Up',
      ),
      pathTo(current)
        .slice(0, -1)
        .map((directory, depth) =>
          h(
            'button',
            { key: depth, type: 'button', onClick: () => open(directory) },
            h('bdi', {}, visible(directory.name)),
          ),
        ),
    ),
  );
};

interface MissingProps extends Pick<PlaceProps, 'current'> {
  readonly isCounting: boolean;
  readonly goOn: () => Promise<void>;
}

/** What is not in the sizes. */
const Missing = ({ current, isCounting, goOn }: MissingProps): ComponentChild => {
  const { waiting, refused } = current;
  return h(
    'div',
    {},
    waiting > 0 &&
      !isCounting &&
      h(
        'p',
        { class: 'missing' },
        `${count(waiting, 'directory', 'directories')} not counted yet. `,
        h('button', { type: 'button', onClick: () => void goOn() }, 'Count on'),
      ),
    refused.length > 0 &&
      h(
        'details',
        { class: 'missing' },
        h(
          'summary',
          {},
          `Not counted, because ${count(refused.length, 'directory', 'directories')} could not be read`,
        ),
        h(
          'ul',
          {},
          refused.map((why, at) => h('li', { key: at }, visible(why))),
        ),
      ),
  );
};

showView('filesystem-tree', Sizes);
