// Parts: what a new server can offer to its clients.

/** Each part with its folder in the template and its names in the definition of the server. */
export const PARTS = {
  tool: { folder: 'tools', names: ['greet'], description: 'what the model can do' },
  resource: { folder: 'resources', names: ['guide'], description: 'what the user can add to a conversation' },
  prompt: { folder: 'prompts', names: ['welcome'], description: 'messages that the user picks from a menu' },
  elicitation: { folder: 'elicitation', names: ['order'], description: 'a tool that asks the user' },
  task: { folder: 'tasks', names: ['bake', 'tasks'], description: 'a tool that outlives its answer' },
  page: { folder: 'pages', names: ['chart', 'forecast', 'apps'], description: 'a page beside a result' },
} as const;

/** The name of a part. */
export type Part = keyof typeof PARTS;

/** All parts in display order. */
export const PART_NAMES: readonly Part[] = ['tool', 'resource', 'prompt', 'elicitation', 'task', 'page'];

/** The parts of a server if the user chooses none. */
export const DEFAULT_PARTS: readonly Part[] = ['tool'];
