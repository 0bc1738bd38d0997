// The entries of a directory as a table: the same as the treemap, for everybody who cannot use that.
import { button, visible } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { isDirectory, type Directory, type Entry } from './model.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Like `1.5 MB`. */
export const bytes = (size: number): string => {
  const unit = size < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  const amount = size / 1000 ** unit;
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${amount.toLocaleString('en', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
};

/** Like `1 file` and `1,200 files`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** How much of a total. */
export const percent = (size: number, total: number): string =>
  total === 0 ? '' : (size / total).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });

/** What a name looks like: of a directory it ends with a slash. */
export const label = (entry: Entry): string => `${visible(entry.name)}${isDirectory(entry) ? '/' : ''}`;

const STEP = 200;

interface TableProps {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly open: (directory: Directory) => void;
}

/** Some rows, and a button for more. */
export const Table = ({ entries, total, open }: TableProps): ComponentChild => {
  const [most, setMost] = useState(STEP);
  const left = entries.length - most;
  return (
    <div>
      <table>
        <caption class="hidden">Entries, the largest first</caption>
        <thead>
          <tr>
            {['Name', 'Size', 'Share'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.slice(0, most).map((entry) => (
            <tr key={entry.name}>
              <th scope="row">
                <Name entry={entry} open={open} />
              </th>
              <td>{bytes(entry.size) + note(entry)}</td>
              <td>{percent(entry.size, total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length === 0 && <p>Nothing is in it.</p>}
      {left > 0 &&
        button(`Show ${Math.min(left, STEP)} of ${left.toLocaleString('en')} more`, () =>
          setMost(most + STEP),
        )}
    </div>
  );
};

const Name = ({ entry, open }: Pick<TableProps, 'open'> & { readonly entry: Entry }): ComponentChild => {
  const name = <bdi>{label(entry)}</bdi>;
  if (!isDirectory(entry)) return name;
  return (
    <button type="button" class="open" onClick={() => open(entry)}>
      {name}
    </button>
  );
};

const note = (entry: Entry): string => {
  if (!isDirectory(entry)) return '';
  if (entry.state === 'refused') return ' (could not be read)';
  return entry.waiting > 0 || entry.refused.length > 0 ? ' and more' : '';
};
