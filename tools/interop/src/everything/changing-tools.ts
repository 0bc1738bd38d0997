// Tools of the fixture server that change it: its lists of tools, resources and prompts, and one resource.
import {
  definePrompt,
  defineResource,
  defineTool,
  type Prompt,
  type Registry,
  type Resource,
  type Tool,
} from '@mcp/runtime';
import { counter } from './resources.ts';

interface Live {
  readonly tools: Registry<Tool>;
  readonly resources: Registry<Resource>;
  readonly prompts: Registry<Prompt>;
}

/** Tools that add to and remove from these lists. */
export const changingTools = ({ tools, resources, prompts }: Live): Tool[] => [
  defineTool({
    name: 'grow',
    description: 'Adds one tool, one resource and one prompt.',
    run: () => {
      tools.add(defineTool({ name: 'grown', description: 'New.', run: () => 'grown' }));
      resources.add(defineResource({ uri: 'test://grown', name: 'grown', read: () => 'grown' }));
      prompts.add(definePrompt({ name: 'grown', get: () => 'grown' }));
    },
  }),
  defineTool({
    name: 'shrink',
    description: 'Removes what "grow" added.',
    run: () => {
      tools.delete('grown');
      resources.delete('test://grown');
      prompts.delete('grown');
    },
  }),
  defineTool({
    name: 'tick',
    description: 'Changes test://counter.',
    run: () => `${counter.tick()}`,
  }),
];
