// docs/writing-a-server.md, "What you can do in `run`": the table names every member of the context, and no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask, Context } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { root } from './documents.ts';

// The compiler refuses a list that misses a member, or that has another one.
const CONTEXT: Readonly<Record<keyof Context, true>> = {
  signal: true,
  requestId: true,
  revision: true,
  client: true,
  caller: true,
  requireScopes: true,
  headers: true,
  session: true,
  _meta: true,
  trace: true,
  ask: true,
  progress: true,
  log: true,
  disconnect: true,
  once: true,
};
const ASK: Readonly<Record<keyof Ask, true>> = {
  agree: true,
  elicit: true,
  elicitUrl: true,
  sample: true,
  roots: true,
  raw: true,
};

const page = readFileSync(join(root, 'docs/writing-a-server.md'), 'utf8');
const [, section = ''] = /^## What you can do in `run`\n([\s\S]*?)^## /m.exec(page) ?? [];

test.each([
  ['ctx', CONTEXT],
  ['ctx.ask', ASK],
])('the table of `run` names every member of `%s`, and no other', (object, members) => {
  const named = [...section.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(members).toSorted());
});
