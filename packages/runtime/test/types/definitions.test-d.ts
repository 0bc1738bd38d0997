// Types that follow from what authors write, without casts. The compiler is the test: nothing here runs.
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import {
  definePrompt,
  defineResourceTemplate,
  defineTool,
  image,
  text,
  ToolResult,
} from '../../src/index.ts';
import type {
  Content,
  ElicitResult,
  Form,
  FromSchema,
  Infer,
  InferInput,
  JsonSchema,
  SchemaNeedsAsConst,
  UriVariables,
} from '../../src/index.ts';

// Arguments of a tool.
defineTool({ name: 'a', run: (args) => void expectTypeOf(args).toEqualTypeOf<{}>() });
defineTool({
  name: 'a',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'Some.' },
      number: { type: 'number' },
      count: { type: 'integer', default: 1 },
      sure: { type: 'boolean' },
      nothing: { type: 'null' },
      list: { type: 'array', items: { type: 'string' } },
      anything: { type: 'array' },
      choice: { enum: ['a', 'b', 7, null] },
      fixed: { const: 'c' },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      one: { oneOf: [{ type: 'boolean' }, { type: 'object', properties: { x: { type: 'number' } } }] },
      map: { type: 'object', additionalProperties: { type: 'number' } },
      free: { type: 'object' },
      open: {},
      point: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number' } },
        required: ['x'],
      },
    },
    required: ['text', 'list', 'choice', 'fixed', 'point'],
  },
  run: (args, ctx) => {
    expectTypeOf(args).toEqualTypeOf<{
      text: string;
      number?: number;
      count: number;
      sure?: boolean;
      nothing?: null;
      list: string[];
      anything?: unknown[];
      choice: 'a' | 'b' | 7 | null;
      fixed: 'c';
      either?: string | number;
      one?: boolean | { x?: number };
      map?: { [key: string]: number };
      free?: { [key: string]: unknown };
      open?: unknown;
      point: { x: number; y?: number };
    }>();
    expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
  },
});

// A schema that was written elsewhere.
const shared = {
  type: 'object',
  properties: { id: { type: 'string' }, tags: { type: 'array', items: { enum: ['x', 'y'] } } },
  required: ['id'],
} as const;
expectTypeOf<FromSchema<typeof shared>>().toEqualTypeOf<{ id: string; tags?: ('x' | 'y')[] }>();
defineTool({
  name: 'a',
  inputSchema: shared,
  run: ({ id, tags = [] }) => [id, ...tags].map((line) => text(line)),
});

// A schema of a library: arguments as they come out, results as they go in.
const person = z.object({
  name: z.string().transform((name) => name.length),
  age: z.number().default(18),
  mail: z.string().optional(),
});
expectTypeOf<Infer<typeof person>>().toEqualTypeOf<{
  name: number;
  age: number;
  mail?: string | undefined;
}>();
expectTypeOf<InferInput<typeof person>>().toEqualTypeOf<{
  name: string;
  age?: number | undefined;
  mail?: string | undefined;
}>();
defineTool({
  name: 'a',
  inputSchema: person,
  outputSchema: person,
  run: (args) => {
    expectTypeOf(args.name).toEqualTypeOf<number>();
    return { name: 'ada' };
  },
});

// What a tool may return, with and without an output schema.
type Plain = ReturnType<Parameters<typeof defineTool<typeof shared>>[0]['run']>;
expectTypeOf<Plain>().toEqualTypeOf<Content | Promise<Content>>();
expectTypeOf<string | void | ToolResult>().toExtend<Plain>();
expectTypeOf<number>().not.toExtend<Plain>();
expectTypeOf<{ id: string }>().not.toExtend<Plain>();
expectTypeOf<{ type: 'text' }>().not.toExtend<Plain>();
expectTypeOf<{ type: 'video'; text: string }>().not.toExtend<Plain>();

type Structured = ReturnType<Parameters<typeof defineTool<typeof shared, typeof shared>>[0]['run']>;
expectTypeOf<{ id: string }>().toExtend<Structured>();
expectTypeOf<Promise<{ id: string; tags: ('x' | 'y')[] }>>().toExtend<Structured>();
expectTypeOf<ToolResult>().toExtend<Structured>();
expectTypeOf<string>().not.toExtend<Structured>();
expectTypeOf<void>().not.toExtend<Structured>();
expectTypeOf<{ id: number }>().not.toExtend<Structured>();
expectTypeOf<{}>().not.toExtend<Structured>();
expectTypeOf<{ id: string; tags: string[] }>().not.toExtend<Structured>();

// Wrong use of a tool is no tool.
type Options = Parameters<typeof defineTool<typeof shared>>[0];
expectTypeOf<{ name: string; input: typeof shared; run(args: { id: string }): string }>().toExtend<Options>();
expectTypeOf<{ input: typeof shared; run(): string }>().not.toExtend<Options>();
expectTypeOf<{ name: string; input: typeof shared }>().not.toExtend<Options>();
expectTypeOf<{
  name: string;
  input: typeof shared;
  run(args: { id: number }): string;
}>().not.toExtend<Options>();
expectTypeOf<{ name: string; input: typeof shared; run(): number }>().not.toExtend<Options>();
expectTypeOf<{
  name: string;
  annotations: { readOnlyHint: string };
  run(): string;
}>().not.toExtend<Options>();
expectTypeOf<{ name: string; icons: { mimeType: string }[]; run(): string }>().not.toExtend<Options>();

// Plain results need no casts.
defineTool({ name: 'a', run: () => 'text' });
defineTool({ name: 'a', run: async () => {} });
defineTool({ name: 'a', run: () => [text('a'), image('AA==', 'image/png')] });
defineTool({ name: 'a', run: () => new ToolResult({ content: [{ type: 'text', text: 'a' }] }) });

// Arguments of a prompt are strings: those that are required are there, the others may be missing.
definePrompt({
  name: 'a',
  get: (args) => {
    expectTypeOf(args).toEqualTypeOf<{}>();
    return '';
  },
});
definePrompt({
  name: 'a',
  arguments: {
    path: { required: true, description: 'Where.' },
    mode: { required: false },
    style: { title: 'Style' },
  },
  get: (args, ctx) => {
    expectTypeOf(args).toEqualTypeOf<{
      readonly path: string;
      readonly mode: string | undefined;
      readonly style: string | undefined;
    }>();
    expectTypeOf(ctx._meta).toEqualTypeOf<{ [key: string]: unknown }>();
    return [{ role: 'user', content: { type: 'text', text: args.path } }];
  },
});
type PromptArguments = { readonly path: { readonly required: true } };
type PromptOptions = Parameters<typeof definePrompt<PromptArguments>>[0];
type PromptResult = ReturnType<PromptOptions['get']>;
expectTypeOf<string>().toExtend<PromptResult>();
expectTypeOf<number>().not.toExtend<PromptResult>();
expectTypeOf<{ role: 'system'; content: { type: 'text'; text: string } }[]>().not.toExtend<PromptResult>();
expectTypeOf<{ role: 'user'; content: string }[]>().not.toExtend<PromptResult>();
expectTypeOf<keyof Parameters<PromptOptions['get']>[0]>().toEqualTypeOf<'path'>();

// Variables of a template, and completers of both.
defineResourceTemplate({
  uriTemplate: 'file:///{+path}',
  name: 'files',
  complete: {
    path: (value, context, ctx) => {
      expectTypeOf(value).toEqualTypeOf<string>();
      expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
      return [value, ...Object.values(context.arguments)];
    },
  },
  read: (uri, variables) => {
    expectTypeOf(variables).toEqualTypeOf<UriVariables>();
    return uri;
  },
});
definePrompt({
  name: 'a',
  arguments: { city: { required: true, complete: (value) => [value.toUpperCase()] } },
  get: ({ city }) => city,
});

// The user's answer fits the form that was asked.
defineTool({
  name: 'a',
  run: async (_, ctx) => {
    const schema = {
      type: 'object',
      properties: { sure: { type: 'boolean' }, why: { type: 'string' } },
      required: ['sure'],
    } as const;
    const answer = await ctx.ask.elicit('key', { message: 'Sure?', schema });
    expectTypeOf(answer).toEqualTypeOf<ElicitResult<{ sure: boolean; why?: string }>>();
    return answer.action === 'accept' && answer.content.sure ? 'yes' : answer.action;
  },
});

// A schema that is no literal gives arguments that say so, instead of any.
const loose = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
expectTypeOf<Infer<typeof loose>>().toEqualTypeOf<SchemaNeedsAsConst>();
expectTypeOf<{ id: unknown }>().not.toExtend<SchemaNeedsAsConst>();
expectTypeOf<SchemaNeedsAsConst>().not.toExtend<{ id?: unknown }>();
defineTool({
  name: 'a',
  inputSchema: loose,
  run: (args) => void expectTypeOf(args).toEqualTypeOf<SchemaNeedsAsConst>(),
});
// One that is known at run time only gives any object.
const dynamic: JsonSchema = loose;
defineTool({
  name: 'a',
  inputSchema: dynamic,
  run: ({ id }) => void expectTypeOf(id).toEqualTypeOf<unknown>(),
});
expectTypeOf<FromSchema<{ readonly type: readonly ['string', 'null'] }>>().toEqualTypeOf<string | null>();

// A whole result as a plain object, beside structured content.
expectTypeOf<{ content: { type: 'text'; text: string }[]; isError: true }>().toExtend<Plain>();
expectTypeOf<{ content: { type: 'video' }[] }>().not.toExtend<Plain>();
expectTypeOf<{ isError: true }>().not.toExtend<Plain>();
expectTypeOf<{
  content: { type: 'text'; text: string }[];
  structuredContent: { id: string };
}>().toExtend<Structured>();
expectTypeOf<{ content: []; structuredContent: { id: number } }>().not.toExtend<Structured>();
defineTool({ name: 'a', run: () => ({ content: [{ type: 'text', text: 'a' }], isError: true }) });
defineTool({
  name: 'a',
  outputSchema: shared,
  run: () => ({ structuredContent: { id: 'a' }, _meta: { 'a.b/c': 1 } }),
});

// A form has no objects in it.
type FormOf<P> = { readonly type: 'object'; readonly properties: P };
type Flat = FormOf<{ readonly a: { readonly type: 'string' } }>;
type Nested = FormOf<{ readonly a: { readonly type: 'object'; readonly properties: {} } }>;
expectTypeOf<Flat>().toExtend<Form<Flat>['schema']>();
expectTypeOf<Nested>().not.toExtend<Form<Nested>['schema']>();
