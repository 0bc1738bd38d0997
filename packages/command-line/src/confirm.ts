// --confirm: asks the user before a tool destroys something (client/elicitation).
import { ToolError, type Context, type Tool } from '@mcp/runtime';

/** When to ask the user. This is not an argument of a tool, because then the model would confirm for itself. */
export type ConfirmMode = 'never' | 'destructive';

/** What a destructive call would do. */
export interface Stake {
  /** For the user: what would be lost or changed. */
  readonly question: string;
  /** For the model: what was not done. */
  readonly act?: string;
  /**
   * Identifies what would be lost, like an etag, in up to 56 letters, digits, _ . and -. Consent to one state is not
   * consent to another.
   */
  readonly state?: string | undefined;
}

/** Returns what a call would destroy, or undefined if nothing. Gets the arguments after validation. */
export type StakeOf = (args: unknown) => Stake | undefined;

/** Declares the flag `--confirm`. `description` says what the user is asked about. */
export const confirmFlag = (description: string) =>
  ({
    type: 'string',
    values: ['never', 'destructive'],
    default: 'never',
    placeholder: 'when',
    description,
  }) as const;

const QUESTION_CHARACTERS = 2000;

// Control characters except line feeds, and characters that have no glyph or change the direction of text. A string,
// because a literal would load Unicode tables at each start.
const INVISIBLE = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]`;

/** Asks before destructive calls. Without sessions, the answer runs the tool again, so ask before changing anything. */
export class Confirm {
  /** Whether the user is asked at all. */
  readonly isOn: boolean;

  constructor(mode: ConfirmMode) {
    this.isOn = mode === 'destructive';
  }

  /**
   * Returns once the user has agreed. Invisible characters in the question are shown as escapes.
   *
   * @throws {ToolError} if the user refuses or cannot be asked.
   */
  async ask(ctx: Context, { question, act, state }: Stake): Promise<void> {
    if (!this.isOn) return;
    const key = state === undefined ? 'confirm' : `confirm.${state}`;
    const agreement = await ctx.ask.agree(key, toVisible(question));
    if (agreement.agreed) return;
    const { why, hint } = agreement;
    throw new ToolError(`Not done${act === undefined ? '' : `: ${act}`}. ${why}`, { code: 'declined', hint });
  }

  /** Makes a tool with `destructiveHint` ask before it runs. Returns any other tool unchanged. */
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
