// edit-with-plan: asks for a plan first, then for careful edits of a file that it brings along (feature: prompts).
import { basename } from 'node:path';
import { definePrompt, type Prompt } from '@mcp/runtime';
import type { Access } from '../files/file-system.ts';
import { planIcon } from '../icons.ts';
import { completePath } from '../completion.ts';
import { attachFile, toMessages } from './attachment.ts';

export const editWithPlan = (access: Access): Prompt =>
  definePrompt({
    name: 'edit-with-plan',
    title: 'Edit with a plan',
    description: 'Ask for a plan to change one text file, then for the edits.',
    icons: planIcon,
    arguments: {
      path: {
        title: 'File',
        description: 'The file to change.',
        required: true,
        complete: completePath(access),
      },
      goal: { title: 'Goal', description: 'What to change.', required: true },
    },
    async get({ path, goal }, ctx) {
      const file = await attachFile(access, path, ctx);
      const part = file.isPart
        ? ' Only its beginning fits here; read the rest with read_text_file first.'
        : '';
      const ask =
        `Change the file ${path}. The goal: ${goal}\n\n` +
        `The file is below.${part} First write a short plan: which places change, and what could break. ` +
        'Wait until I agree. Then use edit_file with dryRun, look at the diff, and make the same edits without dryRun.';
      return {
        description: `A plan to change ${basename(file.path)}`,
        messages: toMessages(ask, file),
      };
    },
  });
