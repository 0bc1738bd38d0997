// Examples of docs/writing-a-server.md: resources, templates, subscriptions.
import { EventEmitter } from 'node:events';
import { defineResource, defineResourceTemplate, defineServer, ResourceNotFoundError } from '@mcp/runtime';

export const settings = new Map([
  ['theme', 'dark'],
  ['language', 'en'],
]);
export const changes = new EventEmitter();

// region resource
export const allSettings = defineResource({
  uri: 'settings:///',
  name: 'settings',
  title: 'All settings',
  mimeType: 'application/json',
  read: () => JSON.stringify(Object.fromEntries(settings)),
  watch(updated) {
    const onChange = (): void => updated();
    changes.on('change', onChange);
    return () => changes.off('change', onChange);
  },
});
// endregion

// region template
export const oneSetting = defineResourceTemplate({
  uriTemplate: 'settings:///{name}',
  name: 'setting',
  description: 'One setting, as text.',
  mimeType: 'text/plain',
  // Suggestions while a person types the variable. At most 100 are sent.
  complete: { name: (value) => [...settings.keys()].filter((name) => name.startsWith(value)) },
  // Members for resources/list: at most `limit`, in a fixed order, after the URI `after`.
  list: ({ after = '', limit }) =>
    [...settings.keys()]
      .toSorted()
      .map((name) => ({ uri: `settings:///${name}`, name }))
      .filter(({ uri }) => uri > after)
      .slice(0, limit),
  read(uri, { name = '' }) {
    const value = settings.get(name);
    if (value === undefined) throw new ResourceNotFoundError(uri);
    return value;
  },
});
// endregion

export const server = defineServer({
  name: 'settings',
  version: '1.0.0',
  resources: [allSettings],
  resourceTemplates: [oneSetting],
});
