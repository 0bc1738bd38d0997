// A notebook: a server with every feature that the documents show.
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  type McpServer,
  type Middleware,
  ResourceNotFoundError,
  sessionState,
  text,
  ToolError,
} from '@mcp/runtime';
import { z } from 'zod';

/** What the notebook holds, and who wants to hear of changes. */
interface Notebook {
  readonly notes: Map<string, string>;
  readonly watchers: Set<() => void>;
}

/** Pauses without an API of Node.js, so that the server runs on workers too. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('cancelled'));
    });
  });

const writingTools = ({ notes, watchers }: Notebook) => [
  defineTool({
    name: 'save_note',
    description: 'Save a note. A note with the same title is replaced.',
    inputSchema: z.object({ title: z.string().min(1), text: z.string() }),
    run: ({ title, text: body }) => {
      notes.set(title, body);
      for (const updated of watchers) updated();
      return `Saved ${title}.`;
    },
  }),
  defineTool({
    name: 'count_notes',
    description: 'Count the notes.',
    inputSchema: { type: 'object', properties: { prefix: { type: 'string', default: '' } } },
    outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    run: ({ prefix }) => ({ count: [...notes.keys()].filter((title) => title.startsWith(prefix)).length }),
  }),
  defineTool({
    name: 'delete_note',
    description: 'Delete a note after the user has agreed.',
    annotations: { destructiveHint: true },
    inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    run: async ({ title }, ctx) => {
      if (!notes.has(title))
        throw new ToolError(`There is no note ${title}. Read notebook:/// for the titles.`);
      const agreement = await ctx.ask.agree('delete', `Delete the note ${title}?`);
      if (!agreement.agreed) return agreement.why;
      notes.delete(title);
      return `Deleted ${title}.`;
    },
  }),
];

const askingTools = () => [
  defineTool({
    name: 'choose_colour',
    description: 'Ask the user for a colour.',
    run: async (_args, ctx) => {
      const answer = await ctx.ask.elicit('colour', {
        message: 'Which colour?',
        schema: {
          type: 'object',
          properties: { colour: { type: 'string', enum: ['red', 'green'] } },
          required: ['colour'],
        },
      });
      return answer.action === 'accept' ? answer.content.colour : `The user chose to ${answer.action}.`;
    },
  }),
  defineTool({
    name: 'write_title',
    description: "Ask the client's model for a title.",
    run: async (_args, ctx) => {
      const { content } = await ctx.ask.sample('title', {
        messages: [{ role: 'user', content: { type: 'text', text: 'A title, please.' } }],
        maxTokens: 20,
      });
      return [content].flat().map((block) => (block.type === 'text' ? text(block.text) : text(block.type)));
    },
  }),
  defineTool({
    name: 'list_folders',
    description: 'List the folders that the user works on.',
    run: async (_args, ctx) => (await ctx.ask.roots()).map(({ uri }) => uri).join(' '),
  }),
];

const seen = sessionState(() => new Set<string>());

const contextTools = () => [
  defineTool({
    name: 'count_down',
    description: 'Count down slowly.',
    inputSchema: { type: 'object', properties: { from: { type: 'integer' } }, required: ['from'] },
    run: async ({ from }, ctx) => {
      for (let step = 1; step <= from; step += 1) {
        ctx.progress(step, from, `${from - step} to go`);
        await pause(30, ctx.signal);
      }
      return 'Done.';
    },
  }),
  defineTool({
    name: 'visit',
    description: 'Remember a place for the session.',
    inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
    run: ({ place }, ctx) => [...(seen(ctx)?.add(place) ?? [place])].join(', '),
  }),
  defineTool({
    name: 'who',
    description: 'Tell what the server knows of the request.',
    run: (_args, ctx) => {
      ctx.log('info', { tenant: ctx.headers?.get('x-tenant') }, 'who');
      return `${ctx.client.info?.name} ${ctx.revision} ${ctx.headers?.get('x-tenant') ?? 'nowhere'}`;
    },
  }),
];

const resources = ({ notes, watchers }: Notebook) => [
  defineResource({
    uri: 'notebook:///',
    name: 'titles',
    mimeType: 'text/plain',
    read: () => [...notes.keys()].join('\n'),
    watch: (updated) => {
      watchers.add(updated);
      return () => watchers.delete(updated);
    },
  }),
];

const templates = ({ notes }: Notebook) => [
  defineResourceTemplate({
    uriTemplate: 'notebook:///{title}',
    name: 'note',
    mimeType: 'text/plain',
    complete: { title: (value) => [...notes.keys()].filter((title) => title.startsWith(value)) },
    list: ({ after = '', limit }) =>
      [...notes.keys()]
        .toSorted()
        .map((title) => ({ uri: `notebook:///${title}`, name: title }))
        .filter(({ uri }) => uri > after)
        .slice(0, limit),
    read: (uri, { title = '' }) => notes.get(title) ?? Promise.reject(new ResourceNotFoundError(uri)),
  }),
];

const review = definePrompt({
  name: 'review',
  description: 'Asks for a review of a note.',
  arguments: {
    tone: {
      required: true,
      complete: (value) => ['kind', 'strict'].filter((tone) => tone.startsWith(value)),
    },
  },
  get: ({ tone }) => `Review the note. Be ${tone}.`,
});

/** A server of its own for each host, and the methods that its middleware has seen. */
export const createNotebook = (): { readonly server: McpServer; readonly methods: string[] } => {
  const book: Notebook = { notes: new Map([['first', 'The first note.']]), watchers: new Set() };
  const methods: string[] = [];
  const remember: Middleware = ({ method }, next) => {
    methods.push(method);
    return next();
  };
  const server = defineServer({
    name: 'notebook',
    version: '1.0.0',
    title: 'Notebook',
    instructions: 'Save notes and read them.',
    tools: [...writingTools(book), ...askingTools(), ...contextTools()],
    resources: resources(book),
    resourceTemplates: templates(book),
    prompts: [review],
    extensions: [{ id: 'com.example/notebook', settings: { pages: 1 } }],
    middleware: [remember],
  });
  return { server, methods };
};
