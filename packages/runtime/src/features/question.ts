// Question: what a server asks its client, and who sends it. Shared by elicitation, sampling and roots.
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Request } from '../core/request.ts';
import { ToolError } from '../core/tool-result.ts';

/** One question, in the wire form of the request's revision. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params?: JsonObject;
}

/** Asks the client and resolves with its raw answer. */
export interface Asker {
  readonly request: Request;
  ask(key: string, question: Question): Promise<JsonObject>;
}

/** The client refused or failed to answer a question. The model may read it. */
export class AskError extends ToolError {}
