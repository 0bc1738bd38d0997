// Exports: hands rows to other programs, by clipboard or as a file.
import { button, copyText, messageOf, written, type Host } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { toTable } from './cell.ts';
import { fetchAll, saveRows, type Rows, type Source, type Wanted } from './rows.ts';

interface ExportsProps {
  readonly host: Host;
  readonly source: Source;
  readonly shown: Rows;
  readonly wanted: Wanted;
  readonly canChange: boolean;
  readonly setStatus: (status: string) => void;
}

/** Renders the buttons that copy or save rows. */
export const Exports = (props: ExportsProps): ComponentChild => {
  const { host, source, shown, wanted, canChange, setStatus } = props;
  const copy = async (rows: Rows, separator?: ','): Promise<string> =>
    (await copyText(toTable(rows.columns, rows.rows, separator)))
      ? `Copied ${written(rows.rows.length)} rows.`
      : 'The host does not let this page copy.';
  const run = (work: Promise<string>): void =>
    void work.then(setStatus, (error: unknown) => setStatus(messageOf(error)));
  const onProgress = (done: number): void => setStatus(`Reading … ${written(done)} rows`);
  const copyAll = async (): Promise<string> => copy(await fetchAll(host, source, { wanted, onProgress }));
  const save = async (): Promise<string> => {
    try {
      const { rows, uri } = await saveRows(host, source, wanted);
      return `Saved ${written(rows)} rows: ${uri}`;
    } catch (error) {
      return `No file was saved. Rows of this page as CSV: ${await copy(shown, ',')} ${messageOf(error)}`;
    }
  };
  const isEmpty = shown.rows.length === 0;
  return [
    button('Copy page', () => run(copy(shown)), isEmpty),
    button('Copy all', () => run(copyAll()), !canChange || shown.total === undefined),
    button('Save as CSV', () => run(save()), isEmpty),
  ];
};
