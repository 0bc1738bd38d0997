// What the tests need of a client, the same for every published client, so that one suite drives them all.

/** A server to start: a script for Node.js with its arguments. */
export interface Command {
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A server that runs already and listens. */
export interface Listening {
  readonly url: string;
  readonly pid: number;
  /** What it wrote to stderr so far. */
  readonly stderr: () => string;
}

/** Where a client finds its server: it starts one and talks over its pipes, or it goes to one over HTTP. */
export type Place = Command | Listening;

/** A message from the server that is no answer. */
export interface Notification {
  readonly method: string;
  readonly params?: unknown;
}

/** A question that the server asked, and what the client was told. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params: unknown;
}

/** What the user does with a question. */
export type ElicitAnswer =
  | { action: 'accept'; content?: { [field: string]: string | number | boolean | string[] } }
  | { action: 'decline' | 'cancel' };

/** What the model says. */
export type SampleAnswer = {
  role: 'assistant';
  model: string;
  content:
    | { type: 'text'; text: string }
    | { type: 'tool_use'; id: string; name: string; input: { [name: string]: unknown } };
  stopReason?: string;
};

/** How the client answers questions. Tests replace the members. */
export interface Answers {
  elicit(params: unknown): ElicitAnswer | Promise<ElicitAnswer>;
  sample(params: unknown): SampleAnswer;
  roots(): { uri: string; name: string }[];
}

/** How one call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
  readonly meta?: { [key: string]: unknown };
}

/** The lists of a server. */
export type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

/** A page of a list. */
export interface Page {
  readonly items: readonly object[];
  readonly nextCursor: string | undefined;
}

/** What completion is for. */
export type Reference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** From which level on the server logs. */
export type Level = 'debug' | 'info' | 'warning' | 'error';

/** Which changes to hear of. */
export interface Interest {
  readonly uris: readonly string[];
  /** Lists too. Sessions hear of lists without asking. */
  readonly lists: readonly ('tools' | 'resources' | 'prompts')[];
}

/** A connected client. Results are what the client returns after its own validation. */
export interface Driven {
  readonly answers: Answers;
  readonly questions: readonly Question[];
  readonly notifications: readonly Notification[];
  /** What the server wrote to stderr so far. */
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
  /** Resolves when the server agreed; the result ends it. */
  follow(interest: Interest): Promise<() => Promise<void>>;
  /** Only in sessions. */
  setLevel(level: Level): Promise<object>;
  ping(): Promise<object>;
  rootsChanged(): Promise<void>;
  discover(): Promise<object>;
  close(): Promise<void>;
}

/** A published client in one of its modes. */
export interface Driver {
  readonly name: string;
  /** True without sessions: 2026-07-28. */
  readonly isModern: boolean;
  readonly revision: string;
  /** The code of the error that the client makes of "resource not found". */
  readonly notFoundCode: number;
  connect(place: Place): Promise<Driven>;
}

/** Refuses everything; tests say what they expect to be asked. */
export const noAnswers = (): Answers => ({
  elicit: () => ({ action: 'cancel' }),
  sample: () => {
    throw new Error('no model');
  },
  roots: () => [],
});

/** What a client has to remember for the tests. */
export class Recorder {
  readonly answers: Answers = noAnswers();
  readonly questions: Question[] = [];
  readonly notifications: Notification[] = [];
  #stderr = '';

  readonly stderr = (): string => this.#stderr;

  /** Collects what the server writes to stderr. */
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
