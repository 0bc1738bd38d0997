// How the client's model is asked in each revision (client/sampling; deprecated in 2026-07-28, SEP-2577).
import type { JsonObject } from '../../jsonrpc/json.ts';
import { supports, type ClientSupport } from '../capabilities.ts';
import { MissingCapabilityError } from '../errors.ts';
import { can, type Revision } from '../revisions.ts';
import type { SamplingContent, SamplingMessage, SamplingRequest } from '../types.ts';

/** The content of a message as a list. */
export function blocksOf({ content }: SamplingMessage): readonly SamplingContent[] {
  return Array.isArray(content) ? content : [content as SamplingContent];
}

/**
 * The params of `sampling/createMessage` as the client's revision spells them.
 *
 * @throws {MissingCapabilityError} when it cannot express them.
 */
export function spellSampling(
  { includeContext, ...rest }: SamplingRequest,
  client: ClientSupport,
): JsonObject {
  const { revision } = client;
  // Before 2025-11-25 a message has one block: more become consecutive messages of the same role.
  const messages = can(revision, 'samplingBlocks') ? rest.messages : rest.messages.flatMap(splitBlocks);
  if (!can(revision, 'samplingAudio') && messages.some(hasAudio))
    throw new MissingCapabilityError('audio in sampling messages', { sampling: {} });
  const context = includeContext === undefined || !mayIncludeContext(client) ? {} : { includeContext };
  return { ...rest, ...context, messages };
}

/** The blocks of an answer. Before 2025-11-25 there is one, and a list is none. */
export function answeredBlocks(content: unknown, revision: Revision): readonly unknown[] {
  return can(revision, 'samplingBlocks') && Array.isArray(content) ? content : [content];
}

// From 2025-11-25 the context values need a capability of their own and are deprecated without it.
function mayIncludeContext(client: ClientSupport): boolean {
  return !can(client.revision, 'samplingContext') || supports(client, 'sampling.context');
}

function splitBlocks(message: SamplingMessage): SamplingMessage[] {
  return blocksOf(message).map((content) => ({ ...message, content }));
}

function hasAudio(message: SamplingMessage): boolean {
  return blocksOf(message).some(({ type }) => type === 'audio');
}
