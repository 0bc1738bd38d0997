// Asks the user before a tool that can destroy something does its work, when the operator wants that (feature: elicitation).
import { askAgreement, type Context, type Tool } from '@mcp/runtime';
import { refusal } from './git/failure.ts';

/** When the user is asked. Never as an argument of a tool: a model would confirm for itself. */
export type ConfirmMode = 'never' | 'destructive';

const MAX_CHARACTERS = 1000;

/** The tool, asking before it begins: where a request stands alone, it starts anew with the answer. */
export const confirmed = (tool: Tool, mode: ConfirmMode): Tool => {
  if (mode === 'never' || tool.annotations?.destructiveHint !== true) return tool;
  return {
    ...tool,
    run: async (args, ctx) => {
      if (!isDryRun(args)) await agree(tool, args, ctx);
      return tool.run(args, ctx);
    },
  };
};

const isDryRun = (args: unknown): boolean =>
  typeof args === 'object' && args !== null && 'dryRun' in args && args.dryRun === true;

// JSON shows what has no glyph, and what would be a line of its own.
const agree = async (tool: Tool, args: unknown, ctx: Context): Promise<void> => {
  const act = `${tool.name} ${JSON.stringify(args)}`.slice(0, MAX_CHARACTERS);
  const agreement = await askAgreement(ctx, 'confirm', { message: `${tool.title ?? tool.name}? ${act}` });
  if (agreement.agreed) return;
  throw refusal('declined', `Not done: ${tool.name}. ${agreement.why}`, agreement.hint);
};
