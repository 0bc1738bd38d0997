// connectToHost: connects a page to its host by JSON-RPC over postMessage (MCP Apps, 2026-01-26).

/** Host settings that affect the page. */
export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly styles?: { readonly variables?: { readonly [name: string]: string | undefined } };
}

/** A block of a result: text, a picture or sound in base64, or a link to a resource. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly uri?: string;
}

/** A tool result as a page receives it. */
export interface CallResult {
  readonly content?: readonly Block[];
  readonly structuredContent?: { readonly [member: string]: unknown };
  readonly isError?: boolean;
  readonly _meta?: { readonly [member: string]: unknown };
}

/** Handlers for messages from the host. */
export interface HostEvents {
  /** Receives the arguments of the call that opened the page. */
  readonly onInput?: (args: { readonly [name: string]: unknown }) => void;
  /** Receives the result of that call. */
  readonly onResult?: (result: CallResult) => void;
  readonly onCancelled?: () => void;
  /** Receives the initial context and later changes to it. */
  readonly onContext?: (context: HostContext) => void;
}

/** The host of the page. */
export interface Host {
  /**
   * Calls a tool of the server that provides the page.
   * @throws {Error} with the server's message if the tool fails, or if the host does not answer within 30 seconds.
   */
  callTool(name: string, args: { readonly [name: string]: unknown }): Promise<CallResult>;
  /**
   * Asks the host to open a URL in the user's browser (MCP Apps, `ui/open-link`). Undefined if the host cannot.
   * @throws {Error} if the host refuses.
   */
  readonly openLink?: (url: string) => Promise<void>;
}

const REVISION = '2026-01-26';
const METHOD_NOT_FOUND = -32_601;
const MOST_SECONDS = 30;

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly [member: string]: unknown };
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

class Connection {
  readonly #waiting = new Map<number, Waiting>();
  readonly #events: HostEvents;
  #lastId = 0;

  constructor(events: HostEvents) {
    this.#events = events;
    window.addEventListener('message', ({ source, data }) => {
      // Other frames can send messages too.
      if (source === window.parent && isMessage(data)) this.#take(data);
    });
  }

  request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    this.#send({ id, method, params });
    const error = { message: `The host has not answered for ${MOST_SECONDS} seconds.` };
    setTimeout(() => this.#settle({ id, error }), MOST_SECONDS * 1000);
    return new Promise((resolve, reject) => void this.#waiting.set(id, { resolve, reject }));
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    // A sandboxed page cannot know the origin of its host.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }

  #take(message: Message): void {
    if (message.method === undefined) return this.#settle(message);
    if (message.id === undefined) return this.#hear(message.method, message.params ?? {});
    // A host may only ping a page or tear it down.
    const isKnown = message.method === 'ping' || message.method === 'ui/resource-teardown';
    const error = { code: METHOD_NOT_FOUND, message: `This page does not know ${message.method}` };
    this.#send({ id: message.id, ...(isKnown ? { result: {} } : { error }) });
  }

  #settle({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(Number(id));
    if (waiting === undefined) return;
    this.#waiting.delete(Number(id));
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new Error(String(error.message)));
  }

  #hear(method: string, params: { readonly [member: string]: unknown }): void {
    const { onInput, onResult, onCancelled, onContext } = this.#events;
    switch (method) {
      case 'ui/notifications/tool-input':
        return onInput?.(isMessage(params['arguments']) ? { ...params['arguments'] } : {});
      case 'ui/notifications/tool-result':
        return onResult?.(params);
      case 'ui/notifications/tool-cancelled':
        return onCancelled?.();
      case 'ui/notifications/host-context-changed':
        return onContext?.(params);
      default:
    }
  }
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** Answer to `ui/initialize`. */
interface Greeting {
  readonly hostContext?: HostContext;
  readonly hostCapabilities?: { readonly openLinks?: object };
}

/** Connects to the host. Events that arrive before it resolves are not lost. */
export const connectToHost = async (name: string, events: HostEvents): Promise<Host> => {
  const connection = new Connection(events);
  const answer = await connection.request('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    protocolVersion: REVISION,
  });
  const { hostContext, hostCapabilities } = answer as Greeting;
  events.onContext?.(hostContext ?? {});
  connection.notify('ui/notifications/initialized', {});
  const tellSize = (): void => {
    const { height } = document.body.getBoundingClientRect();
    connection.notify('ui/notifications/size-changed', { height: Math.ceil(height) });
  };
  new ResizeObserver(tellSize).observe(document.body);
  return {
    callTool: async (tool, args) => {
      const result = (await connection.request('tools/call', { name: tool, arguments: args })) as CallResult;
      if (result.isError === true) throw new Error(textOf(result));
      return result;
    },
    ...(hostCapabilities?.openLinks === undefined ? {} : { openLink: openLinkBy(connection) }),
  };
};

const openLinkBy =
  (connection: Connection) =>
  async (url: string): Promise<void> => {
    const { isError } = (await connection.request('ui/open-link', { url })) as { readonly isError?: boolean };
    if (isError === true) throw new Error('The host does not open this address.');
  };

const textOf = ({ content = [] }: CallResult): string =>
  content.map(({ text }) => text ?? '').join('\n') || 'The tool failed and did not say why.';
