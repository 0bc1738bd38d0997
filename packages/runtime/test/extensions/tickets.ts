// Extension by an author outside the runtime: answers some calls with a ticket and continues them.
import { RpcError, type JsonObject, type Question } from '@mcp/runtime';
import {
  requireExtension,
  ShapedReply,
  type Asker,
  type Execution,
  type Extension,
  type ExtensionRequest,
  type Feature,
  type JsonText,
  type Method,
  type MethodRow,
} from '@mcp/runtime/extensions';

/** The id of the extension. */
export const TICKETS = 'com.example/tickets';

const since = { since: '2026-07-28' } as const;
const TICKET = {
  ...{ ticketId: since, status: since, message: since, questions: since, result: since, error: since },
  ...{ resultType: since, _meta: since },
};
const TICKET_LIST = { ticketIds: since, resultType: since, _meta: since, ttlMs: since, cacheScope: since };

type Status = 'working' | 'asking' | 'completed' | 'failed' | 'cancelled';

/** One call that outlives its answer. */
class Ticket implements Execution {
  readonly id: string;
  readonly #controller = new AbortController();
  readonly #changed: (ticket: Ticket) => void;
  readonly #open = new Map<string, { readonly question: Question; resolve(answer: JsonObject): void }>();
  #status: Status = 'working';
  #message: string | undefined;
  #outcome: JsonObject = {};

  constructor(id: string, changed: (ticket: Ticket) => void) {
    this.id = id;
    this.#changed = changed;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get settled(): boolean {
    return ['completed', 'failed', 'cancelled'].includes(this.#status);
  }

  abort(reason: DOMException): void {
    this.#controller.abort(reason);
  }

  /** Sends nothing: clients ask or listen. */
  notify(): void {}

  progress(_progress: number, _total: number | undefined, message: string | undefined): void {
    this.#message = message;
    this.#changed(this);
  }

  asker(): Asker {
    return {
      ask: (key, question) =>
        new Promise((resolve) => {
          this.#open.set(key, { question, resolve });
          this.#become('asking');
        }),
    };
  }

  answer(answers: JsonObject): void {
    for (const [key, answer] of Object.entries(answers)) {
      this.#open.get(key)?.resolve(Object(answer));
      this.#open.delete(key);
    }
    if (this.#open.size === 0 && !this.settled) this.#become('working');
  }

  cancel(): void {
    if (this.settled) return;
    this.#become('cancelled');
    this.abort(new DOMException('The ticket was cancelled', 'AbortError'));
  }

  /** Stores the outcome of the run. */
  async keep(running: Promise<JsonText>): Promise<void> {
    try {
      this.#end('completed', { result: await running });
    } catch (error) {
      this.#end('failed', { error: error instanceof RpcError ? error.toObject() : { code: -32603 } });
    }
  }

  get state(): JsonObject {
    const questions = [...this.#open].map(([key, { question }]) => [key, question.method]);
    return {
      ...{ ticketId: this.id, status: this.#status, message: this.#message, ...this.#outcome },
      ...(questions.length === 0 ? {} : { questions: Object.fromEntries(questions) }),
    };
  }

  #end(status: Status, outcome: JsonObject): void {
    if (this.settled) return;
    this.#outcome = outcome;
    this.#become(status);
  }

  #become(status: Status): void {
    this.#status = status;
    this.#changed(this);
  }
}

/** Turns calls of `isLong` tools into tickets for clients with the extension. */
export function tickets(isLong: (tool: string) => boolean): Extension {
  return {
    id: TICKETS,
    since: '2026-07-28',
    features: (server) => [
      createFeature(
        ({ params: { name }, ctx }) => server.tool(name, ctx) !== undefined && isLong(String(name)),
      ),
    ],
  };
}

function createFeature(isLong: (request: ExtensionRequest) => boolean): Feature {
  const all = new Map<string, Ticket>();
  const listeners = new Set<(ticket: Ticket) => void>();
  const find = (id: unknown): Ticket => {
    const ticket = all.get(String(id));
    if (ticket === undefined) throw new RpcError(-32602, 'there is no such ticket');
    return ticket;
  };
  const row: MethodRow = { from: 'client', first: '2026-07-28', extension: TICKETS, named: 'ticketId' };
  const method = (handle: (ticket: Ticket, params: JsonObject) => JsonObject): Method => ({
    row,
    shape: TICKET,
    handle: (_, params) => handle(find(params['ticketId']), params),
  });
  return {
    methods: {
      'tickets/get': method((ticket) => ticket.state),
      'tickets/answer': method((ticket, { answers }) => {
        ticket.answer(Object(answers));
        return {};
      }),
      'tickets/cancel': method((ticket) => {
        ticket.cancel();
        return {};
      }),
      'tickets/list': {
        row: { from: 'client', first: '2026-07-28', extension: TICKETS, cacheable: true, admitted: true },
        shape: TICKET_LIST,
        handle: () => ({ ticketIds: [...all.keys()] }),
      },
    },
    runners: {
      'tools/call': async (request, run) => {
        const speaks = Object(request.ctx.client.capabilities.extensions)[TICKETS] !== undefined;
        if (!speaks || !isLong(request)) return run();
        const ticket = new Ticket(`t${all.size}`, (changed) => {
          for (const listener of listeners) listener(changed);
        });
        all.set(ticket.id, ticket);
        void ticket.keep(run(ticket));
        return new ShapedReply(TICKET, { resultType: 'ticket', ...ticket.state });
      },
    },
    filters: {
      ticketIds: (request, ids, notify) => {
        requireExtension(request.ctx.client, TICKETS);
        const wanted: readonly unknown[] = Array.isArray(ids) ? ids : [];
        const listener = (ticket: Ticket): void => {
          if (wanted.includes(ticket.id)) notify('notifications/tickets', ticket.state);
        };
        listeners.add(listener);
        return { accepted: wanted, stop: () => listeners.delete(listener) };
      },
    },
  };
}
