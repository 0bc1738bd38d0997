// What the answers of a server cost a model, in tokens: an estimate from characters, as the tests of the servers make
// it.

/** About what tokenizers need for English and for code. */
const charactersPerToken = 4;

const toTokens = (characters: number): number => Math.ceil(characters / charactersPerToken);

/** A result of tools/call, as far as a model sees it. */
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

/** Hosts pass on the text, the structured content if there is some, or both. */
export interface Cost {
  readonly text: number;
  readonly structured: number;
  readonly both: number;
}

/** Counts the tokens of a result; images and the like count as they are sent, in base64. */
export function costOf({ content, structuredContent }: Result): Cost {
  const text = content.reduce((sum, block) => sum + (block.text ?? block.data ?? '').length, 0);
  const data = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length;
  return {
    text: toTokens(text),
    structured: toTokens(data === 0 ? text : data),
    both: toTokens(text + data),
  };
}

/** Counts the tokens of a list of tools, of which models get names, descriptions and arguments. */
export function costOfTools(tools: readonly Tool[]): number {
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return toTokens(JSON.stringify(shown).length);
}
