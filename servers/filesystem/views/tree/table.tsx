// Tables: list the entries of a directory, as the treemap does, and the largest files below it.
import { button, visible, written } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { bySize, filesBelow, isDirectory, pathFrom, type Directory, type Entry } from './model.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size like `1.5 MB`. */
export const bytes = (size: number): string => {
  const unit = size < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  const amount = size / 1000 ** unit;
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
};

/** Formats a size as a percentage of a total. */
export const percent = (size: number, total: number): string =>
  total === 0 ? '' : (size / total).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });

/** Returns the displayed name. A directory's ends with a slash. */
export const label = (entry: Entry): string => `${visible(entry.name)}${isDirectory(entry) ? '/' : ''}`;

const STEP = 200;
/** Rows in the table of largest files. */
const MOST_LARGEST = 20;

interface TablesProps {
  readonly directory: Directory;
  readonly open: (directory: Directory) => void;
}

/** Renders both tables. */
export const Tables = ({ directory, open }: TablesProps): ComponentChild => {
  const { size: total, entries } = directory;
  const largest = filesBelow(directory).toSorted(bySize).slice(0, MOST_LARGEST);
  const nameOf = (file: Entry): string => visible(pathFrom(file, directory));
  return (
    <>
      <Table caption="Entries" entries={entries.toSorted(bySize)} name={label} total={total} open={open} />
      <h2>Largest files</h2>
      <Table caption="Largest files" entries={largest} name={nameOf} total={total} open={open} />
    </>
  );
};

interface TableProps extends Pick<TablesProps, 'open'> {
  readonly caption: string;
  /** Returns the name of a row. */
  readonly name: (entry: Entry) => string;
  readonly entries: readonly Entry[];
  readonly total: number;
}

const Table = ({ caption, entries, name, total, open }: TableProps): ComponentChild => {
  const [most, setMost] = useState(STEP);
  const left = entries.length - most;
  return (
    <div>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {['Name', 'Size', 'Share'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, most).map((entry) => (
            <tr key={name(entry)}>
              <th scope="row">
                {isDirectory(entry) ? (
                  <button type="button" class="bare link" onClick={() => open(entry)}>
                    <bdi>{name(entry)}</bdi>
                  </button>
                ) : (
                  <bdi>{name(entry)}</bdi>
                )}
              </th>
              <td>{bytes(entry.size)}</td>
              <td>{percent(entry.size, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length === 0 && <p>Nothing is in it.</p>}
      {left > 0 &&
        button(`Show ${Math.min(left, STEP)} of ${written(left)} more`, () => setMost(most + STEP))}
    </div>
  );
};
