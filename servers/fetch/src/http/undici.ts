// The parts of undici that are used. All of it takes three times as long to load, and these come one at a time, so that
// the first page holds up no other request.
import { setImmediate as turn } from 'node:timers/promises';
import type { Agent, buildConnector, Client } from 'undici';

/** They are loaded when the first page is fetched. */
export interface Undici {
  readonly Agent: typeof Agent;
  readonly Client: typeof Client;
  readonly buildConnector: typeof buildConnector;
}

export const loadUndici = async (): Promise<Undici> => {
  const { default: connector } = await import('undici/lib/core/connect.js');
  await turn();
  const { default: client } = await import('undici/lib/dispatcher/client.js');
  await turn();
  const { default: agent } = await import('undici/lib/dispatcher/agent.js');
  await turn();
  // As the package does when it is loaded as a whole.
  const { default: dispatcher } = await import('undici/lib/dispatcher/dispatcher.js');
  Object.assign(dispatcher.prototype, (await import('undici/lib/api/index.js')).default);
  return { Agent: agent, Client: client, buildConnector: connector };
};
