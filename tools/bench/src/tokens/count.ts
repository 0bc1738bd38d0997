// Costs of a server's answers in tokens of o200k, the encoding of OpenAI's models since GPT-4o.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The part of a tools/call result that a model sees. */
export interface Result {
  readonly content: readonly { readonly text?: string; readonly data?: string }[];
  readonly structuredContent?: unknown;
}

/** A tool of tools/list. */
export interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
}

/** The tokens of a result. Hosts pass on the text, the structured content if any, or both. */
export interface Cost {
  readonly text: number;
  readonly structured: number;
  readonly both: number;
}

/** Counts the tokens of a result. Images and other media count as base64 text. */
export function costOf({ content, structuredContent }: Result): Cost {
  const text = countTokens(content.map((block) => block.text ?? block.data ?? '').join('\n'));
  const data = structuredContent === undefined ? 0 : countTokens(JSON.stringify(structuredContent));
  return { text, structured: data === 0 ? text : data, both: text + data };
}

/** Counts the tokens of a tool's name, description and arguments. */
export function costOfTool({ name, description, inputSchema }: Tool): number {
  return countTokens(JSON.stringify({ name, description, inputSchema }));
}
