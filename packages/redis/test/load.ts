// Clients that call a server through a proxy without a pause, and what became of their calls. Each call changes rows
// of its own after a question: the answer of a stateless client counts once, whichever replica it reaches, and however
// often it is sent.
import { call, envelope, modern, open, Session, type Message, type Wire } from '@mcp/raw-http';

/** What became of the calls. */
export interface Tally {
  /** Calls with a result. */
  readonly answered: number[];
  /** Requests that were refused, by how. */
  readonly refused: Map<string, number>;
  /** Requests whose connection ended before the answer. */
  cut: number;
  /** Requests that took longer than a client waits. */
  hung: number;
  /** Sessions that were begun, by the replica. */
  readonly sessions: Map<string, number>;
  /** How often a replica was killed. */
  kills: number;
  /** Sessions that were gone: 404. */
  gone: number;
}

const LATEST_WITH_SESSIONS = '2025-11-25';
const CAPABILITIES = { elicitation: { form: {} } };
const PATIENCE_MS = 40_000;
const PAUSE_MS = 50;
const TRIES = 5;
/** The answer of each fourth call is sent again when its result is there. */
const REPEATED = 4;
const YES = { action: 'accept', content: {} };

/** Clients at work. `stop` lets them finish what they have begun. */
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

  /** Half of the clients have sessions, the others are stateless. */
  constructor(url: string, clients: number) {
    this.#url = url;
    this.#clients = Array.from({ length: clients }, (_, i) =>
      i % 2 === 0 ? this.#stateless() : this.#inSessions(),
    );
  }

  /** Resolves when that many more calls are answered. */
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

  // A client that does not know whether its answer came through sends it again. Some do although they know.
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

  /** The message that answers; undefined when there is none: it was refused with a status, or cut off. */
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
      // The connection was refused, or ended before an answer began.
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
    // A stream that ends without the answer of its request.
    this.tally.cut++;
    return undefined;
  }
}

// Two rows: the server asks the user before it changes more than one.
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

/** Answers the question that comes on the stream of a call. */
const agree = async (session: Session, wire: Wire): Promise<void> => {
  try {
    const question = await wire.until(({ messages }) =>
      messages.find(({ method }) => method === 'elicitation/create'),
    );
    await session.post({ jsonrpc: '2.0', id: question['id'], result: YES });
  } catch {
    // The call was refused before it asked, or the replica is gone: the call itself says so.
  }
};

const add = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
