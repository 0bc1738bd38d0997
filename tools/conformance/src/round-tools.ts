// Tools of the fixture server that return questions, which the client answers in another call (2026-07-28).
import { defineTool, text, type Context, type Tool } from '@mcp/runtime';
import { modelSaid, NAME_FORM, toModel, userDid } from './asking-tools.ts';

const OK_FORM = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
} as const;

const COLOR_FORM = {
  type: 'object',
  properties: { color: { type: 'string' } },
  required: ['color'],
} as const;

/** Asks for the user's name under the key that the suite answers. */
const askName = async (ctx: Context): Promise<string> =>
  userDid(await ctx.ask.elicit('user_name', { message: 'What is your name?', schema: NAME_FORM }));

const askModel = async (ctx: Context): Promise<string> =>
  modelSaid(await ctx.ask.sample('capital', toModel('What is the capital of France?')));

const askRoots = async (ctx: Context): Promise<string> =>
  (await ctx.ask.roots()).map(({ name, uri }) => `${name} ${uri}`).join('\n');

const askOk = async (ctx: Context): Promise<string> =>
  userDid(await ctx.ask.elicit('confirm', { message: 'Is this all right?', schema: OK_FORM }));

/** Asks two questions in sequence, so that the state of the second round differs from the first. */
const askTwice = async (ctx: Context): Promise<string> => {
  const name = await askName(ctx);
  const color = await ctx.ask.elicit('color', {
    message: 'What is your favourite color?',
    schema: COLOR_FORM,
  });
  return `${name}, ${userDid(color)}`;
};

const askAll = async (ctx: Context): Promise<string> =>
  (await Promise.all([askName(ctx), askModel(ctx), askRoots(ctx)])).join('\n');

/** Asks only questions that this client supports. */
const askPossible = async (ctx: Context): Promise<string> => {
  const { client } = ctx;
  const answers = await Promise.all([
    client.supports('elicitation.form') ? askName(ctx) : undefined,
    client.supports('sampling') ? askModel(ctx) : undefined,
  ]);
  return answers.filter((answer) => answer !== undefined).join('\n') || 'This client cannot be asked.';
};

const round = (name: string, description: string, ask: (ctx: Context) => Promise<string>): Tool =>
  defineTool({
    name: `test_input_required_result_${name}`,
    description,
    run: async (_args, ctx) => text(await ask(ctx)),
  });

export const roundTools: readonly Tool[] = [
  round('elicitation', 'Asks the user.', askName),
  round('sampling', 'Asks the model of the client.', askModel),
  round('list_roots', 'Asks for the roots of the client.', askRoots),
  round('request_state', 'Asks, and keeps state meanwhile.', askOk),
  round('multiple_inputs', 'Asks the user, the model and for the roots at once.', askAll),
  round('multi_round', 'Asks two things one after the other.', askTwice),
  round('tampered_state', 'Asks; the suite changes the state that it gets.', askOk),
  round('capabilities', 'Asks only what the client can answer.', askPossible),
];
