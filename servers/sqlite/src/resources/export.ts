// sqlite://{database}/export/{format}{?query,params}: the rows of a query as a file. The query runs when it is read.
import { defineResourceTemplate, ResourceNotFoundError } from '@mcp/runtime';
import type { Databases } from '../databases.ts';
import { EXPORT_FORMATS, EXPORT_TEMPLATE, exportRows, MIME_TYPES } from '../export.ts';
import { rowsIcon } from '../icons.ts';

export const exportTemplate = (databases: Databases) =>
  defineResourceTemplate({
    uriTemplate: EXPORT_TEMPLATE,
    name: 'query export',
    title: 'Rows of a query as a file',
    description: 'All rows of a query that only reads, as csv, json or markdown',
    icons: rowsIcon,
    complete: {
      database: (typed) => databases.all.map(({ name }) => name).filter((name) => name.startsWith(typed)),
      format: (typed) => EXPORT_FORMATS.filter((format) => format.startsWith(typed)),
    },
    async read(uri, { database: name, format: given, query, params }, ctx) {
      const database = databases.all.find((each) => each.name === name);
      const format = EXPORT_FORMATS.find((each) => each === given);
      if (database === undefined || format === undefined || query === undefined)
        throw new ResourceNotFoundError(uri);
      const { text } = await exportRows(database, format, { query, params }, ctx);
      return { uri, mimeType: MIME_TYPES[format], text };
    },
  });
