// Arguments as clients send them: under other names, and as strings. What they become, and what the result says of it.
import { text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { JsonText, type JsonObject } from '../../jsonrpc/json.ts';
import { readAliases } from '../../schema/aliases.ts';

/** The result of a call, now or later. */
export type Result = JsonObject | Promise<JsonObject>;

/** Arguments as the schema wants them, and what to say of other names that they had. */
interface ReadArguments {
  readonly read: JsonObject;
  readonly note?: string;
}

/** Reads arguments: see `aliases` of a tool and `coerceArguments` of a server. */
export function readArguments(
  { tool, input }: PreparedTool,
  given: JsonObject,
  { coercesArguments }: { readonly coercesArguments: boolean },
): ReadArguments {
  const { aliases = {} } = tool;
  const { args, used } = readAliases(given, aliases, input.json);
  const read = coercesArguments ? input.coerce(args) : args;
  if (used.length === 0) return { read };
  // A model that reads the name once uses it from then on.
  const names = used.map((alias) => `"${alias}" is called "${aliases[alias] ?? ''}" here`);
  return { read, note: `[${names.join(', ')}.]` };
}

/** The result with a note behind its other content, if there is one. */
export function withNote(result: Result, note: string | undefined): Result {
  if (note === undefined) return result;
  if (result instanceof Promise) return result.then((known) => withNote(known, note));
  const content = result['content'] instanceof JsonText ? result['content'].toJSON() : result['content'];
  return { ...result, content: [...(Array.isArray(content) ? content : []), text(note)] };
}
