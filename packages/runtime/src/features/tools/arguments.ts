// Arguments as clients send them, under aliases and as strings: converts them, and notes that in the result.
import { text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { ToolError } from '../../define/tool-result.ts';
import { JsonText, type JsonObject } from '../../jsonrpc/json.ts';
import { readAliases } from '../../schema/aliases.ts';

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

/** The result with a note behind its other content, or the failure with it in its text, if there is a note. */
export function withNote(result: Promise<JsonObject>, note: string | undefined): Promise<JsonObject> {
  return note === undefined ? result : addNote(result, note);
}

async function addNote(result: Promise<JsonObject>, note: string): Promise<JsonObject> {
  try {
    const known = await result;
    const content = known['content'] instanceof JsonText ? known['content'].toJSON() : known['content'];
    return { ...known, content: [...(Array.isArray(content) ? content : []), text(note)] };
  } catch (error) {
    if (error instanceof ToolError) error.message += `\n${note}`;
    throw error;
  }
}
