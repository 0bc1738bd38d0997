// Asks the user before something is replaced, edited or deleted, when the operator wants that (feature: elicitation).
import { askAgreement, type Context } from '@mcp/runtime';
import type { FileAccess } from './anchored/file-access.ts';
import { FileError } from './failure.ts';

/** When the user is asked. Never as an argument of a tool: a model would confirm for itself. */
export type ConfirmMode = 'never' | 'destructive';

/** What is to be replaced, and how to say so. */
export interface Replacement {
  readonly files: FileAccess;
  readonly path: string;
  /** Like `Replace a.txt`. */
  readonly act: string;
}

/**
 * Asks before destructive acts. Call it before anything is changed: where a request stands alone, the tool starts anew
 * with the answer.
 */
export class Confirm {
  readonly #mode: ConfirmMode;

  constructor(mode: ConfirmMode) {
    this.#mode = mode;
  }

  /** Whether the user is asked at all. */
  get isOn(): boolean {
    return this.#mode !== 'never';
  }

  /**
   * Returns when the act may be done.
   *
   * @throws {FileError} `declined` when the user refuses, or cannot be asked.
   */
  async act(ctx: Context, act: string): Promise<void> {
    if (!this.isOn) return;
    const agreement = await askAgreement(ctx, 'confirm', { message: `${act}?` });
    if (agreement.agreed) return;
    throw new FileError('declined', `Not done: ${act}. ${agreement.why}`, { hint: agreement.hint });
  }

  /**
   * Whether a path may be replaced. False when there is nothing, and the user would have to be asked if there were: then
   * replace nothing that comes meanwhile.
   *
   * @throws {FileError} as `act`.
   */
  async replacement(ctx: Context, { files, path, act }: Replacement): Promise<boolean> {
    if (!this.isOn) return true;
    if (!(await isTaken(files, path))) return false;
    await this.act(ctx, act);
    return true;
  }
}

const isTaken = async (files: FileAccess, path: string): Promise<boolean> => {
  try {
    await files.find(path);
    return true;
  } catch (error) {
    if (error instanceof FileError && error.code === 'not_found') return false;
    throw error;
  }
};
