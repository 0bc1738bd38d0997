// Schema: shows the tables of a database as a diagram and the selected table as text.
import { messageOf, showView, Texts, Toolbar, visible, type Shown } from '@mcp/view';
import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Diagram, targetOf } from './schema/diagram.tsx';
import { fetchSchema, toKey, type Schema, type Table } from './schema/tables.ts';

const SchemaView = ({ host, input, result }: Shown): ComponentChild => {
  const [schema, setSchema] = useState<Schema>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    fetchSchema(host, input).then(setSchema, (error: unknown) => setProblem(messageOf(error)));
  }, []);
  // The tool's own text is available on every host.
  if (problem !== '')
    return (
      <div>
        <p role="status">{visible(problem)}</p>
        <Texts result={result} />
      </div>
    );
  if (schema === undefined) return <p role="status">Reading the schema …</p>;
  const start = input['table_name'] ?? input['table'];
  return <Explorer schema={schema} start={typeof start === 'string' ? start : ''} />;
};

const Explorer = ({ schema, start }: { readonly schema: Schema; readonly start: string }): ComponentChild => {
  const { tables, total } = schema;
  const first = tables.findIndex(({ name }) => toKey(name) === toKey(start));
  const [chosen, setChosen] = useState(first === -1 ? undefined : first);
  const [wanted, setWanted] = useState('');
  const fits = ({ name, columns }: Table): boolean =>
    [name, ...columns.map((column) => column.name)].some((text) => toKey(text).includes(toKey(wanted)));
  const go = (at: number): void => {
    setChosen(at);
    const box = document.querySelectorAll<HTMLElement>('.head')[at];
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    box?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (first !== -1)
      document.querySelectorAll('.box')[first]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const found = wanted === '' ? [] : tables.flatMap((table, at) => (fits(table) ? [at] : []));
  const table = chosen === undefined ? undefined : tables[chosen];
  return (
    <div>
      <h1>
        {tables.length === total ? '' : `${tables.length} of `}
        {total} tables and views
      </h1>
      <Toolbar label="Tables">
        <input
          type="search"
          placeholder="Find a table or column"
          aria-label="Find a table or column"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
          onKeyDown={({ key }) => {
            const [to] = found;
            if (key === 'Enter' && to !== undefined) go(to);
          }}
        />
        <span role="status">{wanted === '' ? '' : `${found.length} found`}</span>
      </Toolbar>
      <Diagram tables={tables} chosen={chosen} choose={setChosen} fits={fits} />
      {table !== undefined && <Relations table={table} tables={tables} />}
    </div>
  );
};

interface RelationsProps {
  readonly table: Table;
  readonly tables: readonly Table[];
}

const Relations = ({ table, tables }: RelationsProps): ComponentChild => {
  const to = table.references.map(
    (reference) => `${visible(reference.from)} refers to ${targetOf(reference)}`,
  );
  const from = tables.flatMap(({ name, references }) =>
    references
      .filter((reference) => toKey(reference.table) === toKey(table.name))
      .map((reference) => `${visible(name)}.${visible(reference.from)} refers to it`),
  );
  return (
    <section aria-label="Foreign keys">
      <h2>
        <bdi>{visible(table.name)}</bdi>
      </h2>
      {to.length + from.length === 0 ? (
        <p>It has no foreign keys, and none refers to it.</p>
      ) : (
        <ul>
          {[...to, ...from].map((line, at) => (
            <li key={at}>
              <bdi>{line}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

showView('sqlite-schema', SchemaView);
