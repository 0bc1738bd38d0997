// Sampling: asks the client's model (client/sampling; deprecated in 2026-07-28, SEP-2577).
import type { RequestQuestions } from '../../conversation/request.ts';
import type { QuestionOptions } from '../../define/context.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { requireSupport } from '../../protocol/capabilities.ts';
import type { SamplingMessage, SamplingRequest, SamplingResult } from '../../protocol/types.ts';
import { answeredBlocks, blocksOf, spellSampling } from '../../protocol/wire/questions.ts';

/**
 * Sends `sampling/createMessage` in the form that the client knows, and checks its answer. Errors: see `Ask.sample`.
 */
export async function sample(
  questions: RequestQuestions,
  key: string,
  params: SamplingRequest,
  { timeoutMs }: QuestionOptions = {},
): Promise<SamplingResult> {
  const { request } = questions;
  requireSupport(request, 'sampling');
  if (usesTools(params)) requireSupport(request, 'sampling.tools');
  checkToolResults(params.messages);
  checkPreferences(params);
  const wire = request.wire.params('SamplingParams', spellSampling(params, request));
  const answer = await questions.ask(key, { method: 'sampling/createMessage', params: wire, timeoutMs });
  return readResult(questions, key, answer);
}

function usesTools({ tools, toolChoice, messages }: SamplingRequest): boolean {
  const inMessages = messages.some((message) =>
    blocksOf(message).some(({ type }) => type === 'tool_use' || type === 'tool_result'),
  );
  return tools !== undefined || toolChoice !== undefined || inMessages;
}

// client/sampling, "Tool Use and Tool Result Balance".
function checkToolResults(messages: readonly SamplingMessage[]): void {
  let open: string[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block.toolUseId] : []));
    if (results.length > 0 && (results.length < blocks.length || message.role !== 'user'))
      throw new TypeError('tool results belong in a user message that holds nothing else');
    if (open.some((id) => !results.includes(id)))
      throw new TypeError('each tool use must be answered by a tool result in the next message');
    open = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (open.length > 0 && message.role !== 'assistant')
      throw new TypeError('tool uses belong in assistant messages');
  }
  if (open.length > 0) throw new TypeError('the last message has tool uses without results');
}

function checkPreferences({ modelPreferences = {} }: SamplingRequest): void {
  for (const [name, value] of Object.entries(modelPreferences)) {
    if (typeof value === 'number' && !(value >= 0 && value <= 1))
      throw new TypeError(`modelPreferences.${name} must be from 0 to 1, not ${value}`);
  }
}

function readResult(questions: RequestQuestions, key: string, answer: JsonObject): SamplingResult {
  const { role, content, model, stopReason } = answer;
  if (role !== 'user' && role !== 'assistant')
    throw questions.malformed(key, '"role" must be user or assistant');
  if (typeof model !== 'string') throw questions.malformed(key, '"model" must be a string');
  const blocks = answeredBlocks(content, questions.request.revision);
  if (!blocks.every(isBlock)) throw questions.malformed(key, '"content" is not legal content');
  const reason = typeof stopReason === 'string' ? { stopReason } : {};
  return { role, content: content as SamplingResult['content'], model, ...reason };
}

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, text, data, mimeType, id, name, input } = value;
  if (type === 'text') return typeof text === 'string';
  if (type === 'image' || type === 'audio') return typeof data === 'string' && typeof mimeType === 'string';
  return type === 'tool_use' && typeof id === 'string' && typeof name === 'string' && isObject(input);
}
