// summarize-directory: asks what a directory is for, with its list of entries attached (feature: prompts).
import { definePrompt, type Prompt } from '@mcp/runtime';
import type { Access } from '../access.ts';
import { summaryIcon } from '../icons.ts';
import { askAbout, pathArgument } from './attachment.ts';

export const summarizeDirectory = (access: Access): Prompt =>
  definePrompt({
    name: 'summarize-directory',
    title: 'Summarize a directory',
    description: 'Ask what is in a directory, and what it is for.',
    icons: summaryIcon,
    arguments: { path: pathArgument(access, 'Directory', 'The directory to summarize.') },
    get: ({ path }, ctx) =>
      askAbout({ access, ctx }, { path, kind: 'directory' }, 'A summary of', (isPart) => {
        const part = isPart ? ' It is long: this is its first part.' : '';
        return (
          `Summarize the directory ${path}\n\nThe list of its entries is below.${part} Read what explains it, like a README ` +
          'or a manifest, with read_multiple_files, and open directories where needed. Say what the directory ' +
          'is for, how it is organised, and where to begin.'
        );
      }),
  });
