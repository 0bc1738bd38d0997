// The events of the resumption test: a tool sends them in two halves, another tool waits until all were sent.
import { setTimeout as sleep } from 'node:timers/promises';

/** How many events the tool `emit` sends before its answer. */
export const eventCount = 1000;

/** Whether this fixture server was asked to have the tools `emit` and `await_emission` (`--events`). */
export const hasEmission: boolean = process.argv.includes('--events');

const halfMs = 100;

/** One emission: `emit` runs it, `await_emission` waits for it. */
export class Emission {
  #end = (): void => {};
  readonly #ended = new Promise<void>((resolve) => (this.#end = resolve));

  /** Sends the params of `notifications/message` one after the other; the client has time to leave in the middle. */
  async emit(send: (params: { level: 'info'; data: number }) => unknown): Promise<string> {
    for (let index = 0; index < eventCount; index += 1) {
      if (index === eventCount / 2) await sleep(halfMs);
      await send({ level: 'info', data: index });
    }
    this.#end();
    return 'emitted';
  }

  async awaitEnd(): Promise<string> {
    await this.#ended;
    return 'ended';
  }
}
