// What the command line can set.

/** The settings of the server, checked and complete. */
export interface Options {
  /** The word before the name. */
  readonly greeting: string;
}

export const flags = {
  greeting: { type: 'string', default: 'Hello', description: 'The word before the name.' },
} as const;
