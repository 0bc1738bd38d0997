// summarize-directory: asks what a directory is, and brings the list of its entries along (feature: prompts).
import { basename } from 'node:path';
import { definePrompt, type Prompt } from '@mcp/runtime';
import type { Access } from '../access.ts';
import { summaryIcon } from '../icons.ts';
import { completePath } from '../completion.ts';
import { attachDirectory, toMessages } from './attachment.ts';

export const summarizeDirectory = (access: Access): Prompt =>
  definePrompt({
    name: 'summarize-directory',
    title: 'Summarize a directory',
    description: 'Ask what is in a directory, and what it is for.',
    icons: summaryIcon,
    arguments: {
      path: {
        title: 'Directory',
        description: 'The directory to summarize.',
        required: true,
        complete: completePath(access),
      },
    },
    async get({ path }, ctx) {
      const directory = await attachDirectory(access, path, ctx);
      const part = directory.isPart ? ' It is long: this is its first part.' : '';
      const ask =
        `Summarize the directory ${path}\n\nThe list of its entries is below.${part} Read what explains it, like a README ` +
        'or a manifest, with read_multiple_files, and look into directories where that is needed. Say what the directory ' +
        'is for, how it is organised, and where to begin.';
      return {
        description: `A summary of ${basename(directory.path)}`,
        messages: toMessages(ask, directory),
      };
    },
  });
