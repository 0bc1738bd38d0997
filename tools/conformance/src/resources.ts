// Resources of the fixture server: text, bytes, a changing one, and a template with completion.
import { defineResource, defineResourceTemplate, ResourceNotFoundError } from '@mcp/runtime';
import { icon, PIXEL } from './content-tools.ts';

const watchers = new Set<() => void>();
let ticks = 0;

/** The counter behind test://watched-resource. */
export const counter = {
  tick: (): number => {
    ticks++;
    for (const updated of watchers) updated();
    return ticks;
  },
};

const ids = ['alpha', 'beta', 'delta', 'gamma'];
const missing = 'omega';

export const resources = [
  defineResource({
    uri: 'test://static-text',
    name: 'static-text',
    title: 'Static text',
    description: 'A text.',
    mimeType: 'text/plain',
    size: 48,
    icons: [icon],
    annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-02T03:04:05Z' },
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
    description: 'Can be subscribed to.',
    mimeType: 'text/plain',
    read: () => `This is the content of the watched resource, version ${ticks}.`,
    watch: (updated) => {
      watchers.add(updated);
      return () => watchers.delete(updated);
    },
  }),
  // Enough for several pages.
  ...Array.from({ length: 6 }, (_, i) =>
    defineResource({ uri: `test://many/${i}`, name: `many-${i}`, read: () => `${i}` }),
  ),
];

export const resourceTemplates = [
  defineResourceTemplate({
    uriTemplate: 'test://template/{id}/data',
    name: 'template',
    title: 'Data',
    description: 'Data by its id.',
    mimeType: 'application/json',
    icons: [icon],
    complete: { id: (value) => ids.filter((id) => id.startsWith(value)) },
    read: (uri, { id }) => {
      if (id === missing) throw new ResourceNotFoundError(uri);
      return JSON.stringify({ id, data: `Data for ID: ${String(id)}` });
    },
  }),
];
