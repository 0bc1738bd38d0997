// Admission: calls wait while there is no room for their answers.
import { expect, test, vi } from 'vitest';
import { Admission, type AdmissionLimits, type Entrant } from '../../src/limits/admission.ts';

const LIMITS: AdmissionLimits = { inFlight: 2, queue: 3, batch: 1, stallMs: 10 };

/** A client that reads when the test says so, and calls that are answered at once. */
class Client {
  readonly ran: number[] = [];
  #full: Promise<void> | undefined;
  #read = (): void => {};

  stop(): void {
    this.#full = new Promise((resolve) => (this.#read = resolve));
  }

  async read(): Promise<void> {
    this.#full = undefined;
    this.#read();
    await Promise.resolve();
  }

  call(id: number, after = (): void => {}): Entrant {
    return {
      room: () => this.#full,
      run: () => {
        this.ran.push(id);
        after();
      },
    };
  }
}

test('runs no call while there is no room for its answer, and all in order when there is', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  for (const id of [1, 2]) expect(admission.enter(client.call(id))).toBe(true);
  expect({ ran: client.ran, isHeld: admission.isHeld }).toEqual({ ran: [], isHeld: true });
  const stopped = client.read();
  admission.enter(client.call(3));
  await stopped;
  expect({ ran: client.ran, isHeld: admission.isHeld }).toEqual({ ran: [1, 2, 3], isHeld: false });
});

test('stops again at the call whose answer leaves no room', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  admission.enter(client.call(1));
  admission.enter(client.call(2, () => client.stop()));
  admission.enter(client.call(3));
  await client.read();
  expect(client.ran).toEqual([1, 2]);
  await client.read();
  expect(client.ran).toEqual([1, 2, 3]);
});

test('starts no waiting call in a place that became free while there is no room', async () => {
  const client = new Client();
  const admission = new Admission({ ...LIMITS, inFlight: 1 });
  let finish = (): void => {};
  const running = new Promise<void>((resolve) => (finish = resolve));
  admission.enter({ room: () => undefined, run: () => running });
  admission.enter(client.call(1));
  client.stop();
  finish();
  await vi.waitFor(() => expect(admission.isHeld).toBe(true));
  expect(client.ran).toEqual([]);
  await client.read();
  expect(client.ran).toEqual([1]);
});

test('forgets a call that is cancelled while it waits for room', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  const cancelled = client.call(1);
  admission.enter(cancelled);
  admission.enter(client.call(2));
  admission.forget(cancelled);
  await client.read();
  expect(client.ran).toEqual([2]);
});

test('refuses nothing when it is the client that does not go on, until the queue has no slack', async () => {
  vi.useFakeTimers();
  try {
    const client = new Client();
    const admission = new Admission(LIMITS);
    client.stop();
    for (let id = 0; id < LIMITS.queue; id++) admission.enter(client.call(id));
    let isReading = false;
    void admission.ready()?.then(() => (isReading = true));
    await vi.advanceTimersByTimeAsync(100 * LIMITS.stallMs);
    expect(isReading).toBe(false);
    // A question of the server's own lets reading go on.
    admission.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(isReading).toBe(true);
    const entered = Array.from({ length: 30 }, (_, id) => admission.enter(client.call(id)));
    expect(entered.filter((isIn) => isIn)).toHaveLength(7 * LIMITS.queue);
    await client.read();
    expect(client.ran).toHaveLength(8 * LIMITS.queue);
    expect(admission.ready()).toBe(undefined);
  } finally {
    vi.useRealTimers();
  }
});
