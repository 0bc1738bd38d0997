// Every tool of the SQLite server.
import { call, type Trial } from './call.ts';

export const sqlite: Trial = {
  prepare: (place) => {
    // An empty file is an empty database.
    place.write({ 'data.db': '' });
    return undefined;
  },
  args: ({ at }) => ['--db-path', at('data.db'), '--export-dir', at('.')],
  calls: () => [
    call('create_table', { query: 'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)' }),
    call('write_query', { query: "INSERT INTO people (name) VALUES ('Ada'), ('Zoë')" }),
    call('execute_batch', { statements: [{ query: "UPDATE people SET name = 'Grace' WHERE id = 1" }] }),
    call('read_query', { query: 'SELECT name FROM people ORDER BY id' }, /Grace/),
    call('list_tables', {}, /people/),
    call('describe_table', { table_name: 'people' }, /name/),
    call('search_schema', { query: 'name' }, /people/),
    call('explain_query', { query: 'SELECT * FROM people' }, /SCAN/),
    call('describe_table', { table_name: 'people', profile: true }, /name/),
    call('import_rows', { table_name: 'people', text: 'name\nLin\n', format: 'csv' }),
    call('undo_last_write'),
    call('export_query', { query: 'SELECT * FROM people', save_to: 'people.csv' }),
  ],
};
