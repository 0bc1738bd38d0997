// One tools/call: validates the arguments, runs the tool, validates and shapes its result (server/tools).
import { maskBug } from '../../conversation/dispatch.ts';
import type { Request } from '../../conversation/request.ts';
import { text } from '../../define/content.ts';
import type { PreparedTool } from '../../define/prepare.ts';
import { Suspension } from '../../define/suspension.ts';
import { ToolError, ToolResult } from '../../define/tool-result.ts';
import type { Tool } from '../../define/tool.ts';
import { RpcError } from '../../jsonrpc/error.ts';
import { JsonText, isObject, type JsonObject } from '../../jsonrpc/json.ts';
import {
  MissingCapabilityError,
  ResourceNotFoundError,
  UrlElicitationRequiredError,
} from '../../protocol/errors.ts';
import type { ContentBlock, Meta } from '../../protocol/types.ts';
import { ANY_ROOT } from '../../protocol/wire/2025.ts';
import { describeIssues } from '../../schema/issue.ts';
import type { CompiledSchema, Outcome } from '../../schema/schema.ts';

type Result = JsonObject | Promise<JsonObject>;

/** One call of one tool. Bad arguments and failures become results that the model can read. */
export class ToolCall {
  readonly #tool: Tool;
  readonly #schemas: Pick<PreparedTool, 'input' | 'output'>;
  readonly #request: Request;

  constructor(prepared: PreparedTool, request: Request) {
    this.#tool = prepared.tool;
    this.#schemas = prepared;
    this.#request = request;
  }

  /** Runs the tool; synchronously when the tool is synchronous. */
  run(args: JsonObject): Result {
    const outcome = this.#schemas.input.validate(args);
    return outcome instanceof Promise
      ? outcome.then((settled) => this.#start(settled))
      : this.#start(outcome);
  }

  #start(outcome: Outcome): Result {
    if (outcome.issues !== undefined) {
      return failure(`Invalid arguments for tool ${this.#tool.name}:\n${describeIssues(outcome.issues)}`);
    }
    try {
      const spent = this.#tool.atMostOnce === true ? this.#request.spend() : undefined;
      const run = (): unknown => this.#tool.run(outcome.value, this.#request);
      const returned = spent === undefined ? run() : spent.then(run);
      return returned instanceof Promise ? this.#completeLater(returned) : this.#complete(returned);
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #completeLater(returned: Promise<unknown>): Promise<JsonObject> {
    try {
      return await this.#complete(await returned);
    } catch (error) {
      return this.#failed(error);
    }
  }

  #complete(returned: unknown): Result {
    const { output } = this.#schemas;
    if (output === undefined) {
      return returned instanceof ToolResult
        ? toResult(returned, withTexts(returned.structuredContent, returned.structuredContent))
        : { content: toContent(returned) };
    }
    const result =
      returned instanceof ToolResult ? returned : new ToolResult({ structuredContent: returned });
    if (result.isError) return toResult(result, undefined);
    const outcome = output.validate(outline(result.structuredContent));
    if (outcome instanceof Promise) return outcome.then((settled) => this.#checked(result, settled, output));
    return this.#checked(result, outcome, output);
  }

  // A result that does not fit its schema is a bug of the tool and must not reach the client ("Output Schema").
  #checked(result: ToolResult, outcome: Outcome, { json }: CompiledSchema): JsonObject {
    if (outcome.issues !== undefined) {
      const problem = `the result does not match the output schema:\n${describeIssues(outcome.issues)}`;
      return this.#failed(new Error(problem));
    }
    const fitting = toResult(result, withTexts(result.structuredContent, outcome.value));
    return json['type'] === 'object' ? fitting : { ...fitting, [ANY_ROOT]: true };
  }

  #failed(error: unknown): JsonObject {
    const { call, session } = this.#request;
    // Of a call that was told to stop, whatever fails is only the echo of that.
    if (error instanceof Suspension || call.settled || call.aborted) throw error;
    if (error instanceof ToolError) return failure(error.message, error._meta);
    if (error instanceof ResourceNotFoundError) return failure(error.message);
    // Sessions have no error code for a missing capability, so the model is told instead.
    if (error instanceof MissingCapabilityError && session !== undefined) return failure(error.message);
    if (error instanceof UrlElicitationRequiredError && !this.#request.knowsUrlError)
      return failure(error.message);
    if (error instanceof RpcError) throw error;
    return failure(maskBug(error, `tool ${this.#tool.name}`, this.#request));
  }
}

// JSON text stands in as an empty value of its kind: to check it is to parse it.
function outline(structured: unknown): unknown {
  if (!isObject(structured) || !hasText(structured)) return structured;
  const outlined = { ...structured };
  for (const [name, value] of Object.entries(structured))
    if (value instanceof JsonText) outlined[name] = value.text.startsWith('[') ? [] : {};
  return outlined;
}

function withTexts(structured: unknown, checked: unknown): unknown {
  if (!isObject(structured) || !isObject(checked) || !hasText(structured)) return checked;
  const texts = Object.entries(structured).filter(([, value]) => value instanceof JsonText);
  return JsonText.of({ ...checked, ...Object.fromEntries(texts) });
}

function hasText(structured: JsonObject): boolean {
  for (const name in structured) if (structured[name] instanceof JsonText) return true;
  return false;
}

function toResult({ content, isError, _meta: meta }: ToolResult, structured: unknown): JsonObject {
  const result: JsonObject = { content: content ?? mirror(structured) };
  // Clients check structured content against the output schema, also that of an error.
  if (isError) result['isError'] = true;
  else if (structured !== undefined) result['structuredContent'] = structured;
  if (meta !== undefined) result['_meta'] = meta;
  return result;
}

function mirror(structured: unknown): readonly ContentBlock[] {
  return structured === undefined ? [] : [text(JSON.stringify(structured))];
}

function toContent(returned: unknown): readonly ContentBlock[] {
  if (returned === undefined) return [];
  if (typeof returned === 'string') return [text(returned)];
  return Array.isArray(returned) ? (returned as readonly ContentBlock[]) : [returned as ContentBlock];
}

function failure(message: string, meta?: Meta): JsonObject {
  const result = { content: [text(message)], isError: true };
  return meta === undefined ? result : { ...result, _meta: meta };
}
