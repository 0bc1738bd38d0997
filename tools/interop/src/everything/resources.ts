// Resources of the fixture server: text, bytes, one that changes, and a family with completion.
import { defineResource, defineResourceTemplate, ResourceNotFoundError } from '@mcp/runtime';
import { icon } from './content-tools.ts';

const watchers = new Set<() => void>();
let ticks = 0;

/** What test://counter shows. */
export const counter = {
  tick: (): number => {
    ticks++;
    for (const updated of watchers) updated();
    return ticks;
  },
};

const staticText = defineResource({
  uri: 'test://static',
  name: 'static',
  title: 'Static text',
  description: 'Never changes.',
  mimeType: 'text/plain',
  size: 5,
  icons: [icon],
  annotations: { audience: ['user'], priority: 1, lastModified: '2026-01-02T03:04:05Z' },
  read: () => 'hello',
});

const bytes = defineResource({
  uri: 'test://bytes',
  name: 'bytes',
  mimeType: 'application/octet-stream',
  read: () => Uint8Array.of(0, 1, 254, 255),
});

const changing = defineResource({
  uri: 'test://counter',
  name: 'counter',
  mimeType: 'text/plain',
  read: () => `${ticks}`,
  watch: (updated) => {
    watchers.add(updated);
    return () => watchers.delete(updated);
  },
});

const names = ['alpha', 'beta', 'delta', 'gamma'];

/** A family: test://letters/{name}. */
export const letters = defineResourceTemplate({
  uriTemplate: 'test://letters/{name}',
  name: 'letters',
  title: 'Letters',
  description: 'Greek letters.',
  mimeType: 'text/plain',
  icons: [icon],
  complete: { name: (value) => names.filter((name) => name.startsWith(value)) },
  read: (uri, { name }) => {
    if (typeof name !== 'string' || !names.includes(name)) throw new ResourceNotFoundError(uri);
    return `the letter ${name}`;
  },
});

export const resources = [
  staticText,
  bytes,
  changing,
  ...Array.from({ length: 6 }, (_, i) =>
    defineResource({ uri: `test://many/${i}`, name: `many-${i}`, read: () => `${i}` }),
  ),
];
