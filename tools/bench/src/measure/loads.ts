// The kinds of load that fixture servers are put under.
import { toolSpecs } from '../../variants/catalogue.ts';
import { isEcho, isLargeText, isPong, isToolList } from '../client/check-answers.ts';
import { callEcho, callLargeText, listTools, ping } from '../client/messages.ts';
import type { Load } from '../client/driver.ts';

export const echo = (inFlight: number): Load => ({ request: callEcho, check: isEcho, inFlight });
export const pings: Load = { request: ping, check: isPong, inFlight: 256 };
export const lists = (tools = 16): Load => ({
  request: listTools,
  check: isToolList(toolSpecs(tools)),
  inFlight: 16,
});
export const largeTexts: Load = { request: callLargeText, check: isLargeText, inFlight: 1, batch: 4 };
