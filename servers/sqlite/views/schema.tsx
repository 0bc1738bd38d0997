// The schema: the tables of a database as a diagram, with the one that is looked at in words.
import { messageOf, showView, Toolbar, visible, type Shown } from '@mcp/view';
import { h, type ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Diagram, targetOf } from './schema/diagram.ts';
import { fetchSchema, toKey, type Schema, type Table } from './schema/tables.ts';

const SchemaView = ({ host, input, result }: Shown): ComponentChild => {
  const [schema, setSchema] = useState<Schema>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    fetchSchema(host, input).then(setSchema, (error: unknown) => setProblem(messageOf(error)));
  }, []);
  // What the tool itself says is there for every host.
  if (problem !== '')
    return h(
      'div',
      {},
      h('p', { role: 'status' }, visible(problem)),
      (result.content ?? []).map(({ text = '' }, at) => h('pre', { key: at }, visible(text))),
    );
  if (schema === undefined) return h('p', { role: 'status' }, 'Reading the schema …');
  const start = input['table_name'] ?? input['table'];
  return h(Explorer, { schema, start: typeof start === 'string' ? start : '' });
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
  return h(
    'div',
    {},
    h(
      'h1',
      {},
      tables.length === total ? `${total} tables and views` : `${tables.length} of ${total} tables and views`,
    ),
    h(
      Toolbar,
      { label: 'Tables' },
      h('input', {
        type: 'search',
        placeholder: 'Find a table or column',
        'aria-label': 'Find a table or column',
        value: wanted,
        onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
          setWanted(currentTarget.value),
        onKeyDown: ({ key }: KeyboardEvent) => {
          const [to] = found;
          if (key === 'Enter' && to !== undefined) go(to);
        },
      }),
      h('span', { role: 'status' }, wanted === '' ? '' : `${found.length} found`),
    ),
    h(Diagram, { tables, chosen, choose: setChosen, fits }),
    table !== undefined && h(Relations, { table, tables }),
  );
};

const Relations = ({
  table,
  tables,
}: {
  readonly table: Table;
  readonly tables: readonly Table[];
}): ComponentChild => {
  const to = table.references.map(
    (reference) => `${visible(reference.from)} refers to ${targetOf(reference)}`,
  );
  const from = tables.flatMap(({ name, references }) =>
    references
      .filter((reference) => toKey(reference.table) === toKey(table.name))
      .map((reference) => `${visible(name)}.${visible(reference.from)} refers to it`),
  );
  return h(
    'section',
    { 'aria-label': 'Foreign keys' },
    h('h2', {}, h('bdi', {}, visible(table.name))),
    to.length + from.length === 0
      ? h('p', {}, 'It has no foreign keys, and none refers to it.')
      : h(
          'ul',
          {},
          [...to, ...from].map((line, at) => h('li', { key: at }, h('bdi', {}, line))),
        ),
  );
};

showView('sqlite-schema', SchemaView);
