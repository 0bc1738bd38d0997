// --confirm: asks the user before a tool destroys something, when the operator wants that (client/elicitation).
import { ToolError, type Context, type Tool } from '@mcp/runtime';

/** When the user is asked. Never as an argument of a tool: a model would confirm for itself. */
export type ConfirmMode = 'never' | 'destructive';

/** What is asked, and what a refusal names. */
export interface Stake {
  /** For the user: what would be lost or changed, in words. */
  readonly question: string;
  /** For the model: what was not done. */
  readonly act?: string;
  /**
   * Tells one state of what is at stake from another, in up to 56 letters, digits, _ . - like an etag. Who agreed to
   * one has not agreed to another.
   */
  readonly state?: string | undefined;
}

/**
 * Says what a call puts at stake; undefined when nothing can be lost. It gets the arguments as the schema checked
 * them.
 */
export type StakeOf = (args: unknown) => Stake | undefined;

/** `--confirm` of a server: `description` says what the user is asked about. */
export function confirmFlag(description: string): ConfirmFlag {
  return { ...CONFIRM, description };
}

type ConfirmFlag = typeof CONFIRM & { readonly description: string };

const CONFIRM = {
  type: 'string',
  values: ['never', 'destructive'],
  default: 'never',
  placeholder: 'when',
} as const;

const QUESTION_CHARACTERS = 2000;

// Control characters but line feeds, and what has no glyph or changes the direction of its neighbours. A text, because
// V8 would parse the tables of Unicode at each start.
const INVISIBLE = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]`;

/**
 * Asks before destructive acts. Ask before anything is changed: where a request stands alone, the tool starts anew with
 * the answer.
 */
export class Confirm {
  /** Whether the user is asked at all. */
  readonly isOn: boolean;

  constructor(mode: ConfirmMode) {
    this.isOn = mode === 'destructive';
  }

  /**
   * Returns when the act may be done. The user sees invisible characters of the question as their code.
   *
   * @throws {ToolError} when the user refuses, or cannot be asked.
   */
  async ask(ctx: Context, { question, act, state }: Stake): Promise<void> {
    if (!this.isOn) return;
    const key = state === undefined ? 'confirm' : `confirm.${state}`;
    const agreement = await ctx.ask.agree(key, toVisible(question));
    if (agreement.agreed) return;
    const { why, hint } = agreement;
    throw new ToolError(`Not done${act === undefined ? '' : `: ${act}`}. ${why}`, { code: 'declined', hint });
  }

  /** A tool with `destructiveHint` that asks before it begins; any other as it is. */
  around(tool: Tool, stakeOf: StakeOf = () => ({ question: `${tool.title ?? tool.name}?` })): Tool {
    if (!this.isOn || tool.annotations?.destructiveHint !== true) return tool;
    return {
      ...tool,
      run: async (args, ctx) => {
        const stake = stakeOf(args);
        if (stake !== undefined) await this.ask(ctx, stake);
        return tool.run(args, ctx);
      },
    };
  }
}

function toVisible(text: string): string {
  const invisible = new RegExp(INVISIBLE, 'gu');
  const visible = text.replace(invisible, (it) => `\\u{${it.codePointAt(0)?.toString(16) ?? ''}}`);
  return visible.length > QUESTION_CHARACTERS ? `${visible.slice(0, QUESTION_CHARACTERS)} …` : visible;
}
