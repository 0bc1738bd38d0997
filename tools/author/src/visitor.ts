// The official client, which uses every feature of the notebook and checks what comes back.
import assert from 'node:assert/strict';
import { Client, type Transport } from '@modelcontextprotocol/client';

/** Where the notebook is, and what is known about the way there. */
export interface Place {
  connect(): Transport;
  /** The value of the header X-Tenant that arrives, or `nowhere`. */
  readonly tenant: string;
}

/** The newest revision of each era. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;

type Era = (typeof ERAS)[number];

interface Visit {
  readonly client: Client;
  readonly era: Era;
  readonly told: { readonly method: string; readonly params?: unknown }[];
}

const textOf = (result: object): string =>
  ((result as { readonly content: readonly { readonly text?: string }[] }).content ?? [])
    .map((block) => block.text ?? '')
    .join('');

const call = async ({ client }: Visit, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  textOf(await client.callTool({ name, arguments: args }));

const eventually = async (what: string, isThere: () => boolean): Promise<void> => {
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: nothing after 10 s`);
};

const usesTools = async (visit: Visit): Promise<void> => {
  const { tools } = await visit.client.listTools();
  assert.equal(tools.length, 9);
  assert.equal(await call(visit, 'save_note', { title: 'shopping', text: 'milk' }), 'Saved shopping.');
  const wrong = await visit.client.callTool({ name: 'save_note', arguments: { title: '' } });
  assert.equal(wrong.isError, true);
  const counted = await visit.client.callTool({ name: 'count_notes', arguments: { prefix: 'shop' } });
  assert.deepEqual(counted.structuredContent, { count: 1 });
};

const usesQuestions = async (visit: Visit): Promise<void> => {
  assert.equal(await call(visit, 'choose_colour'), 'green');
  assert.equal(await call(visit, 'write_title'), 'On milk');
  assert.equal(await call(visit, 'list_folders'), 'file:///project');
  await call(visit, 'save_note', { title: 'old', text: '' });
  assert.equal(await call(visit, 'delete_note', { title: 'old' }), 'Deleted old.');
};

const usesContext = async (visit: Visit, { tenant }: Place): Promise<void> => {
  assert.equal(await call(visit, 'who'), `visitor ${visit.era} ${tenant}`);
  await call(visit, 'visit', { place: 'Rome' });
  const places = visit.era === '2026-07-28' ? 'Oslo' : 'Rome, Oslo';
  assert.equal(await call(visit, 'visit', { place: 'Oslo' }), places);
};

const usesProgressAndCancellation = async ({ client }: Visit): Promise<void> => {
  const steps: unknown[] = [];
  const onprogress = (step: unknown): void => void steps.push(step);
  await client.callTool({ name: 'count_down', arguments: { from: 3 } }, { onprogress });
  assert.ok(steps.length >= 1, 'no progress');
  const stop = new AbortController();
  const long = client.callTool(
    { name: 'count_down', arguments: { from: 1000 } },
    { onprogress: () => stop.abort('enough'), signal: stop.signal },
  );
  await assert.rejects(long);
};

const usesResourcesAndPrompts = async ({ client }: Visit): Promise<void> => {
  const { resources } = await client.listResources();
  assert.deepEqual(resources.map(({ uri }) => uri).slice(0, 2), ['notebook:///', 'notebook:///first']);
  const { contents } = await client.readResource({ uri: 'notebook:///first' });
  assert.equal((contents[0] as { readonly text?: string }).text, 'The first note.');
  await assert.rejects(client.readResource({ uri: 'notebook:///missing' }));
  const completion = await client.complete({
    ref: { type: 'ref/resource', uri: 'notebook:///{title}' },
    argument: { name: 'title', value: 'fi' },
  });
  assert.deepEqual(completion.completion.values, ['first']);
  const { messages } = await client.getPrompt({ name: 'review', arguments: { tone: 'kind' } });
  assert.equal(messages.length, 1);
};

const usesUpdates = async (visit: Visit): Promise<void> => {
  const { client, era, told } = visit;
  const uri = 'notebook:///';
  if (era === '2026-07-28') await client.listen({ resourceSubscriptions: [uri] });
  else await client.subscribeResource({ uri });
  await call(visit, 'save_note', { title: 'news', text: 'today' });
  await eventually('an update', () =>
    told.some(({ method }) => method === 'notifications/resources/updated'),
  );
};

/** Visits the notebook once, in one era. */
export const visitNotebook = async (place: Place, era: Era): Promise<void> => {
  const told: Visit['told'] = [];
  const mode = era === '2026-07-28' ? { pin: era } : 'legacy';
  const client = new Client(
    { name: 'visitor', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: { roots: {}, sampling: {}, elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const asksColour = JSON.stringify(params).includes('colour');
    const content: Record<string, string> = asksColour ? { colour: 'green' } : {};
    return { action: 'accept', content };
  });
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant',
    model: 'none',
    content: { type: 'text', text: 'On milk' },
  }));
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///project', name: 'project' }] }));
  client.fallbackNotificationHandler = async ({ method, params }) => void told.push({ method, params });
  await client.connect(place.connect());
  const visit: Visit = { client, era, told };
  try {
    assert.equal(client.getNegotiatedProtocolVersion(), era);
    const { extensions } = client.getServerCapabilities() ?? {};
    assert.deepEqual(extensions, { 'com.example/notebook': { pages: 1 } });
    await usesTools(visit);
    await usesQuestions(visit);
    await usesContext(visit, place);
    await usesProgressAndCancellation(visit);
    await usesResourcesAndPrompts(visit);
    await usesUpdates(visit);
  } finally {
    await client.close();
  }
};
