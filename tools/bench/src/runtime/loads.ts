// The requests to the fixture servers.
import { toolSpecs } from '../../variants/catalogue.ts';
import { isEcho, isLargeText, isToolList } from '../client/check-answers.ts';
import type { Load } from '../client/driver.ts';
import { callEcho, callLargeText, listTools } from '../client/messages.ts';

export const echo = (inFlight: number): Load => ({ request: callEcho, check: isEcho, inFlight });

/** Returns a load that is checked against the tools of the server. */
export const list = (tools = 16): Load => ({
  request: listTools,
  check: isToolList(toolSpecs(tools)),
  inFlight: 16,
});

export const largeText: Load = { request: callLargeText, check: isLargeText, inFlight: 1, batch: 4 };
