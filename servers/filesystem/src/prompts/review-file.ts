// review-file: asks for a review of an attached file (features: prompts, completion).
import { completeFrom, definePrompt, type Prompt } from '@mcp/runtime';
import type { Access } from '../access.ts';
import { reviewIcon } from '../icons.ts';
import { askAbout, pathArgument } from './attachment.ts';

const FOCUSES = ['bugs', 'clarity', 'performance', 'security', 'tests'];

export const reviewFile = (access: Access): Prompt =>
  definePrompt({
    name: 'review-file',
    title: 'Review a file',
    description: 'Ask for a review of one text file.',
    icons: reviewIcon,
    arguments: {
      path: pathArgument(access, 'File', 'The file to review.'),
      focus: {
        title: 'Focus',
        description: 'What to focus on, like security; default: everything.',
        complete: completeFrom(FOCUSES),
      },
    },
    get: ({ path, focus }, ctx) =>
      askAbout({ access, ctx }, { path, kind: 'file' }, 'A review of', (isPart) => {
        const wish = focus === undefined ? '' : ` Focus on ${focus}.`;
        const part = isPart ? ' Only its start is attached; read the rest with read_text_file.' : '';
        return `Review the file ${path}.${wish}${part} Say what is wrong, where, and how to fix it.`;
      }),
  });
