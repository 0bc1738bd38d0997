// Resources of the fixture server: text, bytes, a template, one that can be watched.
import { defineResource, defineResourceTemplate } from '@mcp/runtime';
import { PIXEL } from './content-tools.ts';

export const resources = [
  defineResource({
    uri: 'test://static-text',
    name: 'static-text',
    description: 'A text.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the static text resource.',
  }),
  defineResource({
    uri: 'test://static-binary',
    name: 'static-binary',
    description: 'An image.',
    mimeType: 'image/png',
    read: () => Buffer.from(PIXEL, 'base64'),
  }),
  defineResource({
    uri: 'test://watched-resource',
    name: 'watched-resource',
    description: 'Can be subscribed to, and never changes.',
    mimeType: 'text/plain',
    read: () => 'This is the content of the watched resource.',
    watch: () => () => {},
  }),
];

export const resourceTemplates = [
  defineResourceTemplate({
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    description: 'Data by its id.',
    mimeType: 'application/json',
    read: (_uri, { id }) => JSON.stringify({ id, data: `Data for ID: ${String(id)}` }),
  }),
];
