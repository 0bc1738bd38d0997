// Writes: asks the user first where the operator wants it, and undoes the last write.
import { Confirm, type ConfirmMode } from '@mcp/command-line';
import { ToolError, type Context } from '@mcp/runtime';
import { clientOf } from '@mcp/limited-work/client-of';
import type { DatabaseFile } from './options.ts';
import { shorten } from './sql/name.ts';
import { cutText } from './sql/value.ts';
import type { AnswerOf, Answers, Impact, Sql, Task, WriteTask } from './tasks.ts';

/** Runs a task in the writing process. */
type RunWriting = <T extends Task>(task: T, ctx: Context) => Promise<AnswerOf<T>>;

/** Maximum length of one line of a question. */
const MOST_CHARACTERS = 300;
const MOST_LINES = 20;

/** The writes of one database. */
export class Writes {
  readonly #file: DatabaseFile;
  readonly #confirm: Confirm;
  readonly #run: RunWriting;
  #last: { readonly client: unknown; readonly query: string } | undefined;

  constructor(file: DatabaseFile, confirmMode: ConfirmMode, run: RunWriting) {
    this.#file = file;
    this.#confirm = new Confirm(confirmMode);
    this.#run = run;
  }

  /** Runs statements. Asks the user first where the operator wants it. */
  async write(task: Omit<WriteTask, 'kind'>, ctx: Context): Promise<Answers['write']> {
    this.#check();
    if (task.isDryRun === true || !this.#confirm.isOn) return this.#write(task, ctx);
    let done: Answers['write'] | undefined;
    // In stateless requests the tool runs again with the user's answer, which refers to this count.
    const agreed = await ctx.once('impact', async () => {
      done = await this.#write({ ...task, mayAsk: true }, ctx);
      return done.impact ?? null;
    });
    if (agreed === null) return done ?? { results: [], schemaChanges: [] };
    await this.#confirm.ask(ctx, { question: this.#question(task.statements, agreed) });
    return this.#write({ ...task, agreed }, ctx);
  }

  /** Undoes the last write if it was by this client, and returns its SQL. Asks the user as `write` does. */
  async undo(ctx: Context): Promise<string> {
    this.#check();
    const last = this.#last;
    if (last !== undefined && last.client !== clientOf(ctx))
      throw new ToolError('The last write was by another client.', { code: 'nothing_to_undo' });
    const query = shorten(last?.query ?? '', MOST_CHARACTERS);
    await this.#confirm.ask(ctx, { question: `In the database ${this.#file.name}, undo: ${query}` });
    await this.#run({ kind: 'undo' }, ctx);
    return query;
  }

  #question([first, ...others]: readonly Sql[], impact: Impact): string {
    const lines = toLines(impact).map((line) => cutText(line, MOST_CHARACTERS));
    const rest = lines.splice(MOST_LINES).length;
    if (rest > 0) lines.push(`and ${rest} more`);
    const more = others.length > 0 ? ` (and ${others.length} more statements)` : '';
    const sql = `SQL: ${cutText(first?.query ?? '', MOST_CHARACTERS)}${more}`;
    return [`In the database ${this.#file.name}:`, ...lines, sql].join('\n');
  }

  #check(): void {
    const { name, isWritable } = this.#file;
    if (isWritable) return;
    const hint = 'The user can start this server with --write.';
    throw new ToolError(`The database ${name} is read-only.`, { code: 'read_only', hint });
  }

  async #write(task: Omit<WriteTask, 'kind'>, ctx: Context): Promise<Answers['write']> {
    const answer = await this.#run({ kind: 'write', ...task }, ctx);
    const [{ query } = { query: '' }] = task.statements;
    if (answer.undo !== undefined) this.#last = { client: clientOf(ctx), query };
    return answer;
  }
}

/** Lists the largest losses first, so that nothing can hide them. */
const toLines = ({ dropped, fewer, total }: Impact): string[] => [
  ...dropped.map((name) => `Drop ${name}`),
  ...(total > 0
    ? [`Insert, change or delete ${total} rows in total, including by triggers and foreign keys`]
    : []),
  ...fewer.toSorted((a, b) => b.rows - a.rows).map(({ table, rows }) => `Remove ${rows} rows of ${table}`),
];
