// Load: clients that call a server through a proxy without a pause, and the outcomes. Each call asks the user and then
// changes its own rows. A stateless client's answer must count once, whichever replica gets it and however often.
import { call, envelope, modern, open, Session, type Message, type Wire } from '@mcp/raw-http';

/** The outcomes of all calls. */
export interface Tally {
  /** Calls with a result. */
  readonly answered: number[];
  /** The number of refused requests, by reason. */
  readonly refused: Map<string, number>;
  /** Requests whose connection ended before the answer. */
  cut: number;
  /** Requests that exceeded the client's time limit. */
  hung: number;
  /** The number of sessions started on each replica. */
  readonly sessions: Map<string, number>;
  /** The number of killed replicas. */
  kills: number;
  /** The number of lost sessions (404). */
  gone: number;
}

const LATEST_WITH_SESSIONS = '2025-11-25';
const CAPABILITIES = { elicitation: { form: {} } };
const PATIENCE_MS = 40_000;
const PAUSE_MS = 50;
const TRIES = 5;
/** Every fourth call repeats its answer after the result. */
const REPEATED = 4;
const YES = { action: 'accept', content: {} };

/** Clients at work. `stop` lets them finish their calls. */
export class Load {
  readonly tally: Tally = {
    answered: [],
    refused: new Map(),
    cut: 0,
    hung: 0,
    sessions: new Map(),
    gone: 0,
    kills: 0,
  };
  readonly #url: string;
  readonly #clients: Promise<void>[];
  #calls = 0;
  #isOver = false;

  /** Half of the clients use sessions, the other half is stateless. */
  constructor(url: string, clients: number) {
    this.#url = url;
    this.#clients = Array.from({ length: clients }, (_, i) =>
      i % 2 === 0 ? this.#stateless() : this.#inSessions(),
    );
  }

  /** Resolves after this many more answered calls. */
  async more(count: number): Promise<void> {
    const goal = this.tally.answered.length + count;
    while (this.tally.answered.length < goal) await pause();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #stateless(): Promise<void> {
    while (!this.#isOver) {
      const id = ++this.#calls;
      const params = { name: 'write_query', arguments: change(id), _meta: envelope({}, CAPABILITIES) };
      const message = await this.#try(() => open(this.#url, modern('tools/call', params)));
      const asked = message?.['result'];
      if (!isAsking(asked)) {
        if (message !== undefined) add(this.tally.refused, JSON.stringify(message).slice(0, 200));
        await pause();
        continue;
      }
      const keys = Object.keys(asked.inputRequests);
      const inputResponses = Object.fromEntries(keys.map((key) => [key, YES]));
      const answer = { ...params, requestState: asked.requestState, inputResponses };
      await this.#insist(id, () => open(this.#url, modern('tools/call', answer)));
    }
  }

  // Sends an answer until its outcome is known, and sometimes once more.
  async #insist(id: number, shoot: () => Promise<Wire>): Promise<void> {
    for (let i = 0; i < TRIES; i++) {
      const message = await this.#try(shoot);
      if (message === undefined) {
        await pause();
        continue;
      }
      this.#take(id, message);
      if (id % REPEATED !== 0) return;
      const { error } = (await this.#try(shoot)) ?? {};
      if (error !== undefined) add(this.tally.refused, JSON.stringify(error));
      return;
    }
  }

  async #inSessions(): Promise<void> {
    let session: Session | undefined;
    while (!this.#isOver) {
      session ??= await this.#begin();
      if (session === undefined) {
        await pause();
        continue;
      }
      const { url, headers } = session;
      const id = ++this.#calls;
      const body = call(id, 'write_query', change(id));
      const message = await this.#try(() => open(url, { headers, body }), session);
      if (message !== undefined) this.#take(id, message);
      else session = undefined;
    }
    await session?.end().catch(() => {});
  }

  async #begin(): Promise<Session | undefined> {
    try {
      const session = await Session.begin(this.#url, LATEST_WITH_SESSIONS, CAPABILITIES);
      add(this.tally.sessions, session.id.slice(-1));
      return session;
    } catch (error) {
      add(this.tally.refused, error instanceof Error ? error.message.slice(0, 40) : String(error));
      return undefined;
    }
  }

  #take(id: number, { result, error }: Message): void {
    const { isError } = (result ?? { isError: true }) as { isError?: boolean };
    if (isError !== true) this.tally.answered.push(id);
    else add(this.tally.refused, JSON.stringify(error ?? result).slice(0, 200));
  }

  /** Returns the response message, or undefined if the request was refused with a status or cut off. */
  async #try(shoot: () => Promise<Wire>, session?: Session): Promise<Message | undefined> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), PATIENCE_MS);
    try {
      const wire = await shoot();
      late.signal.addEventListener('abort', () => void wire.drop());
      if (session !== undefined && wire.status === 200) void agree(session, wire);
      await wire.ended;
      if (late.signal.aborted) this.tally.hung++;
      else if (!wire.isComplete) this.tally.cut++;
      else return this.#read(wire);
    } catch {
      // The connection was refused, or ended before the response began.
      this.tally.cut++;
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  }

  #read(wire: Wire): Message | undefined {
    if (wire.status === 404) this.tally.gone++;
    if (wire.status !== 200) {
      add(this.tally.refused, `${wire.status}`);
      return undefined;
    }
    const isStream = wire.headers['content-type'] === 'text/event-stream';
    const message = isStream ? wire.messages.at(-1) : (wire.json as Message);
    if (message?.['result'] !== undefined || message?.['error'] !== undefined) return message;
    // The stream ended without a response.
    this.tally.cut++;
    return undefined;
  }
}

// Each call has two rows, because the server asks the user before it changes more than one.
const change = (id: number): Message => ({
  query: 'UPDATE calls SET done = done + 1 WHERE id = ?',
  params: [id],
});

interface Asking {
  readonly inputRequests: object;
  readonly requestState: string;
}

const isAsking = (result: unknown): result is Asking =>
  typeof result === 'object' && result !== null && 'inputRequests' in result;

/** Answers the question on the stream of a call. */
const agree = async (session: Session, wire: Wire): Promise<void> => {
  try {
    const question = await wire.until(({ messages }) =>
      messages.find(({ method }) => method === 'elicitation/create'),
    );
    await session.post({ jsonrpc: '2.0', id: question['id'], result: YES });
  } catch {
    // The call was refused before its question, or the replica is gone; the call itself reports it.
  }
};

const add = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
