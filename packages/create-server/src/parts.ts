// What a server can offer to its clients.

/** A part, and the folder of its files in the template. */
export const PARTS = {
  tool: { folder: 'tools', description: 'what the model can do' },
  resource: { folder: 'resources', description: 'what the user can add to a conversation' },
  prompt: { folder: 'prompts', description: 'messages that the user picks from a menu' },
} as const;

/** The name of a part. */
export type Part = keyof typeof PARTS;

/** All of them, in the order in which they are shown. */
export const PART_NAMES: readonly Part[] = ['tool', 'resource', 'prompt'];

/** The parts of a server when the user chooses none. */
export const DEFAULT_PARTS: readonly Part[] = ['tool'];
