// Admission: calls wait until there is space for their answers, and no more run than all clients' slots allow.
import { describe, expect, test, vi } from 'vitest';
import { Admission, SharedSlots, type AdmissionLimits } from '../../src/limits/admission.ts';

/** A call and its work. */
interface Work {
  drained(): Promise<void> | undefined;
  run(): Promise<void>;
}

/** Enters a call, which runs once it has a slot; false if refused. */
function enter(admission: Admission, call: Work): boolean {
  const entered = admission.enter(call);
  if (entered === false) return false;
  void (async () => {
    if (entered !== true && !(await entered)) return;
    await call.run();
    admission.leave();
  })();
  return true;
}

const LIMITS: AdmissionLimits = { inFlight: 2, total: 100, queue: 3, batch: 1, stallMs: 10 };

/** A client that reads on demand, with calls that are answered at once. */
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

  call(id: number, after = (): void => {}): Work {
    return {
      drained: () => this.#full,
      run: async () => {
        this.ran.push(id);
        after();
      },
    };
  }
}

test('runs no call while there is no space for its answer, then all in order', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  for (const id of [1, 2]) expect(enter(admission, client.call(id))).toBe(true);
  expect({ ran: client.ran, isHeld: admission.isHeld }).toEqual({ ran: [], isHeld: true });
  const stopped = client.read();
  enter(admission, client.call(3));
  await stopped;
  await settled();
  expect({ ran: client.ran, isHeld: admission.isHeld }).toEqual({ ran: [1, 2, 3], isHeld: false });
});

test('stops again at the call whose answer fills the space', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  enter(admission, client.call(1));
  enter(
    admission,
    client.call(2, () => client.stop()),
  );
  enter(admission, client.call(3));
  await client.read();
  expect(client.ran).toEqual([1, 2]);
  await client.read();
  expect(client.ran).toEqual([1, 2, 3]);
});

test('starts no waiting call in a freed slot while there is no space', async () => {
  const client = new Client();
  const admission = new Admission({ ...LIMITS, inFlight: 1 });
  let finish = (): void => {};
  const running = new Promise<void>((resolve) => (finish = resolve));
  enter(admission, { drained: () => undefined, run: () => running });
  enter(admission, client.call(1));
  client.stop();
  finish();
  await vi.waitFor(() => expect(admission.isHeld).toBe(true), 20_000);
  expect(client.ran).toEqual([]);
  await client.read();
  expect(client.ran).toEqual([1]);
});

test('forgets a call cancelled while waiting for space', async () => {
  const client = new Client();
  const admission = new Admission(LIMITS);
  client.stop();
  const cancelled = client.call(1);
  enter(admission, cancelled);
  enter(admission, client.call(2));
  admission.forget(cancelled);
  await client.read();
  expect(client.ran).toEqual([2]);
});

test('refuses nothing if the client itself stalls, until the queue has no slack', async () => {
  vi.useFakeTimers();
  try {
    const client = new Client();
    const admission = new Admission(LIMITS);
    client.stop();
    for (let id = 0; id < LIMITS.queue; id++) enter(admission, client.call(id));
    let isReading = false;
    void admission.ready()?.then(() => (isReading = true));
    await vi.advanceTimersByTimeAsync(100 * LIMITS.stallMs);
    expect(isReading).toBe(false);
    // A question from the server resumes reading.
    admission.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(isReading).toBe(true);
    const entered = Array.from({ length: 30 }, (_, id) => enter(admission, client.call(id)));
    expect(entered.filter((isIn) => isIn)).toHaveLength(7 * LIMITS.queue);
    await client.read();
    await vi.advanceTimersByTimeAsync(0);
    expect(client.ran).toHaveLength(8 * LIMITS.queue);
    expect(admission.ready()).toBe(undefined);
  } finally {
    vi.useRealTimers();
  }
});

describe('slots shared by clients', () => {
  const limits = { ...LIMITS, inFlight: 2, total: 3 };

  test('no more calls than the total run, whatever the number of clients', async () => {
    const places = new SharedSlots(limits.total);
    const clients = [1, 2, 3].map(() => new Admission(limits, places));
    const work = clients.flatMap((client) => [open(client), open(client)]);
    expect(work.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false, false, false]);

    work[0]?.finish();
    await settled();
    expect(work.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, true, false, false]);

    for (const { finish } of work) finish();
    await settled();
    for (const { finish } of work) finish();
    await settled();
    expect(work.every(({ hasBegun }) => hasBegun)).toBe(true);
    expect(clients.every(({ isIdle }) => isIdle)).toBe(true);
  });

  test('calls that finish at once release their slots without a deep stack', async () => {
    const places = new SharedSlots(1);
    const first = open(new Admission(limits, places));
    let done = 0;
    for (let i = 0; i < 20_000; i++)
      enter(new Admission(limits, places), {
        run: async () => void done++,
        drained: () => undefined,
      });
    expect(done).toBe(0);
    first.finish();
    await settled();
    expect(done).toBe(20_000);
  });
});

function open(client: Admission): { finish: () => void; readonly hasBegun: boolean } {
  let hasBegun = false;
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => (finish = resolve));
  enter(client, {
    run: () => {
      hasBegun = true;
      return done;
    },
    drained: () => undefined,
  });
  return {
    finish: () => finish(),
    get hasBegun() {
      return hasBegun;
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('reading pauses', () => {
  const idle: Work = { drained: () => undefined, run: () => new Promise(() => {}) };
  /** One runs, and the queue is full. */
  const full = (): { admission: Admission; waiting: Work[] } => {
    const admission = new Admission({ ...LIMITS, inFlight: 1, stallMs: 1000 });
    const waiting = [1, 2, 3].map((): Work => ({ ...idle }));
    for (const work of [idle, ...waiting]) void admission.enter(work);
    return { admission, waiting };
  };
  const isPending = async (promise: Promise<unknown> | undefined): Promise<boolean> =>
    (await Promise.race([promise, Promise.resolve('pending')])) === 'pending';

  test('until fewer wait, for all paused clients', async () => {
    const { admission, waiting } = full();
    const [first, second] = [admission.ready(), admission.ready()];
    expect(await isPending(first)).toBe(true);
    admission.forget(waiting[1] ?? idle);
    await Promise.all([first, second]);
    expect(admission.ready()).toBe(undefined);
    void admission.enter(idle);
    expect(await isPending(admission.ready())).toBe(true);
  });

  test('at most for the stall time, which restarts whenever a call ends', async () => {
    vi.useFakeTimers();
    try {
      const { admission } = full();
      const ready = admission.ready();
      vi.advanceTimersByTime(900);
      // The next one gets the slot, and a new one waits.
      void admission.enter(idle);
      admission.leave();
      vi.advanceTimersByTime(900);
      expect(await isPending(ready)).toBe(true);
      vi.advanceTimersByTime(300);
      await ready;
      expect(vi.getTimerCount()).toBe(0);
      expect(admission.enter(idle)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('and leaves no timer behind', () => {
    vi.useFakeTimers();
    try {
      const { admission, waiting } = full();
      void admission.ready();
      admission.forget(waiting[0] ?? idle);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('a forgotten call gets no slot', async () => {
  const client = new Client();
  const admission = new Admission({ ...LIMITS, inFlight: 1 });
  expect(admission.isIdle).toBe(true);
  const call = client.call(1);
  client.stop();
  const entered = admission.enter(call);
  expect({ isIdle: admission.isIdle, holds: admission.holds }).toEqual({ isIdle: false, holds: 1 });
  admission.forget(call);
  expect(await entered).toBe(false);
  await client.read();
  await settled();
  expect(admission.enter(client.call(2))).toBe(true);
  expect(admission.isIdle).toBe(false);
  admission.leave();
  expect(admission.isIdle).toBe(true);
});
