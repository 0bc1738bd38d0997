// review-file: asks for a review of a file that it brings along (features: prompts, completion).
import { basename } from 'node:path';
import { completeFrom, definePrompt, type Prompt } from '@mcp/runtime';
import type { Access } from '../access.ts';
import { reviewIcon } from '../icons.ts';
import { completePath } from '../completion.ts';
import { attachFile, toMessages } from './attachment.ts';

const FOCUSES = ['bugs', 'clarity', 'performance', 'security', 'tests'];

export const reviewFile = (access: Access): Prompt =>
  definePrompt({
    name: 'review-file',
    title: 'Review a file',
    description: 'Ask for a review of one text file.',
    icons: reviewIcon,
    arguments: {
      path: {
        title: 'File',
        description: 'The file to review.',
        required: true,
        complete: completePath(access),
      },
      focus: {
        title: 'Focus',
        description: 'What to look at most, like security; everything by default.',
        complete: completeFrom(FOCUSES),
      },
    },
    async get({ path, focus }, ctx) {
      const file = await attachFile(access, path, ctx);
      const wish = focus === undefined ? '' : ` Look at ${focus} most.`;
      const part = file.isPart ? ' Only its beginning fits here; read the rest with read_text_file.' : '';
      const ask = `Review the file ${path}.${wish}${part} Say what is wrong, where, and how to fix it.`;
      return {
        description: `A review of ${basename(file.path)}`,
        messages: toMessages(ask, file),
      };
    },
  });
