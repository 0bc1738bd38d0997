// Tree: shows the sizes below a directory as a treemap and as tables that the user can browse.
import { button, count, showView, Toolbar, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Legend } from './tree/legend.tsx';
import { Map } from './tree/map.tsx';
import { bySize, pathTo, type Directory } from './tree/model.ts';
import { bytes, Tables } from './tree/table.tsx';
import { useCount } from './tree/use-count.ts';

const Sizes = ({ host, input }: Shown): ComponentChild => {
  const { path = input['directory'] } = input;
  const start = typeof path === 'string' ? path : '.';
  const [current, setCurrent] = useState<Directory>();
  const { counted, isCounting, problem, goOn, restart, isAll } = useCount(host, start);
  const root = useRef<HTMLDivElement>(null);
  const shown = current ?? counted.top;

  const open = (directory: Directory): void => {
    setCurrent(directory);
    root.current?.querySelector('h1')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Backspace' || shown.parent === undefined) return;
    event.preventDefault();
    open(shown.parent);
  };
  const toggle = (): void => {
    setCurrent(undefined);
    restart(!isAll);
  };
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      <h1 tabIndex={-1}>
        <bdi>{visible(shown.name)}</bdi>
        {`: ${bytes(shown.size)}`}
      </h1>
      <Above current={shown} open={open} />
      <label>
        <input type="checkbox" checked={isAll} onChange={toggle} /> Include files that git ignores
      </label>
      <p role="status">{`${isCounting ? 'Counting … ' : ''}${count(shown.files, 'file')}`}</p>
      {problem !== '' && <p role="alert">{visible(problem)}</p>}
      {counted.isCut && !isCounting && (
        <p class="missing remark">Not everything is counted yet. {button('Count on', goOn)}</p>
      )}
      <Unread errors={counted.errors} />
      <Legend directory={shown} />
      <Map entries={shown.entries.toSorted(bySize)} open={open} />
      <Tables directory={shown} open={open} />
    </div>
  );
};

interface AboveProps {
  readonly current: Directory;
  readonly open: (directory: Directory) => void;
}

const Above = ({ current, open }: AboveProps): ComponentChild => {
  const { parent } = current;
  return (
    <nav aria-label="Directories above">
      <Toolbar label="Go up">
        {button('Up', () => parent && open(parent), parent === undefined)}
        {pathTo(current)
          .slice(0, -1)
          .map((directory, depth) => (
            <button key={depth} type="button" class="cut" onClick={() => open(directory)}>
              <bdi>{visible(directory.name)}</bdi>
            </button>
          ))}
      </Toolbar>
    </nav>
  );
};

const Unread = ({ errors }: { readonly errors: readonly string[] }): ComponentChild =>
  errors.length > 0 && (
    <details class="missing remark">
      <summary>Not everything could be read</summary>
      <ul>
        {errors.map((why, at) => (
          <li key={at}>{visible(why)}</li>
        ))}
      </ul>
    </details>
  );

showView('filesystem-tree', Sizes);
