// sqlite://{database}/schema: the whole schema of a database as SQL.
import { defineResource, type Resource } from '@mcp/runtime';
import { schemaSql } from '../catalog.ts';
import type { Database } from '../databases.ts';
import { schemaIcon } from '../icons.ts';

export const schemaResource = (database: Database): Resource =>
  defineResource({
    uri: `sqlite://${database.name}/schema`,
    name: `${database.name} schema`,
    title: `Schema of ${database.name}`,
    description: 'All tables, views, indexes and triggers as SQL',
    mimeType: 'application/sql',
    icons: schemaIcon,
    read: (ctx) => schemaSql(database, ctx),
    watch: (updated) => database.changes.listen('schema', () => updated()),
  });
