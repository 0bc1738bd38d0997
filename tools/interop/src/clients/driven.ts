// The client interface of the tests, the same for every published client, so that one suite drives them all.

/** A server to start: a script for Node.js with its arguments. */
export interface Command {
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A server that is already running and listening. */
export interface Listening {
  readonly url: string;
  readonly pid: number;
  /** Returns the stderr output so far. */
  readonly stderr: () => string;
}

/** A server to start over stdio, or one to reach over HTTP. */
export type Place = Command | Listening;

/** A message from the server that is not a response. */
export interface Notification {
  readonly method: string;
  readonly params?: unknown;
}

/** A request from the server to the client. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: unknown;
}

/** The user's answer to a form. */
export type ElicitAnswer =
  | { action: 'accept'; content?: { [field: string]: string | number | boolean | string[] } }
  | { action: 'decline' | 'cancel' };

/** The model's answer. */
export type SampleAnswer = {
  role: 'assistant';
  model: string;
  content:
    | { type: 'text'; text: string }
    | { type: 'tool_use'; id: string; name: string; input: { [name: string]: unknown } };
  stopReason?: string;
};

/** The client's answers to the server's requests. Tests replace the members. */
export interface Answers {
  elicit(params: unknown): ElicitAnswer | Promise<ElicitAnswer>;
  sample(params: unknown): SampleAnswer;
  roots(): { uri: string; name: string }[];
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
  readonly meta?: { [key: string]: unknown };
}

/** The lists of a server. */
export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

/** One page of a list. */
export interface Page {
  readonly items: readonly object[];
  readonly nextCursor: string | undefined;
}

/** The prompt or resource to complete an argument for. */
export type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** The minimum level of log messages. */
export type Level = 'debug' | 'info' | 'warning' | 'error';

/** The changes to subscribe to. */
export interface Interest {
  readonly uris: readonly string[];
  /** Changed lists. Sessions report these without a subscription. */
  readonly lists: readonly ('tools' | 'resources' | 'prompts')[];
}

/** A connected client. Results are what the client returns after its own validation. */
export interface Driven {
  readonly answers: Answers;
  readonly questions: readonly Question[];
  readonly notifications: readonly Notification[];
  /** Returns the server's stderr output so far. */
  readonly stderr: () => string;
  readonly pid: number;
  server(): { info: unknown; capabilities: unknown; instructions: unknown; revision: unknown };
  list(name: ListName, cursor: string | undefined): Promise<Page>;
  call(name: string, args?: { [name: string]: unknown }, options?: CallOptions): Promise<object>;
  read(uri: string): Promise<object>;
  prompt(name: string, args: { [name: string]: string }): Promise<object>;
  complete(
    ref: Reference,
    argument: { name: string; value: string },
    known?: { [name: string]: string },
  ): Promise<object>;
  /** Resolves once the server has agreed; the result unsubscribes. */
  follow(interest: Interest): Promise<() => Promise<void>>;
  /** Works only in sessions. */
  setLevel(level: Level): Promise<object>;
  ping(): Promise<object>;
  rootsChanged(): Promise<void>;
  discover(): Promise<object>;
  close(): Promise<void>;
}

/** A published client in one of its modes. */
export interface Driver {
  readonly name: string;
  /** Whether the client speaks 2026-07-28, without sessions. */
  readonly isModern: boolean;
  readonly revision: string;
  /** The error code that the client reports for "resource not found". */
  readonly notFoundCode: number;
  connect(place: Place): Promise<Driven>;
}

/** Refuses every request; tests replace the ones that they expect. */
export const noAnswers = (): Answers => ({
  elicit: () => ({ action: 'cancel' }),
  sample: () => {
    throw new Error('no model');
  },
  roots: () => [],
});

/** Records what a client received, for the tests. */
export class Recorder {
  readonly answers: Answers = noAnswers();
  readonly questions: Question[] = [];
  readonly notifications: Notification[] = [];
  #stderr = '';

  readonly stderr = (): string => this.#stderr;

  /** Collects the server's stderr output. */
  listen(stream: { on(event: 'data', listener: (chunk: unknown) => void): unknown } | null): void {
    stream?.on('data', (chunk) => (this.#stderr += String(chunk)));
  }

  readonly notified = async ({ method, params }: Notification): Promise<void> => {
    this.notifications.push({ method, params });
  };

  elicit(params: unknown): ElicitAnswer | Promise<ElicitAnswer> {
    this.questions.push({ method: 'elicitation/create', params });
    return this.answers.elicit(params);
  }

  sample(params: unknown): SampleAnswer {
    this.questions.push({ method: 'sampling/createMessage', params });
    return this.answers.sample(params);
  }

  roots(): { roots: { uri: string; name: string }[] } {
    this.questions.push({ method: 'roots/list', params: undefined });
    return { roots: this.answers.roots() };
  }
}
