// Tools of the fixture server that change its lists and a resource, so that clients on other connections are notified.
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

const change = (list: string, toggle: () => void): Tool =>
  defineTool({
    name: `test_trigger_${list}_change`,
    description: `Adds a ${list}, or removes it again.`,
    run: () => {
      toggle();
      return `The list of ${list}s changed.`;
    },
  });

/** Returns tools that change these lists by removing an existing item or adding a missing one. */
export const changingTools = ({ tools, resources, prompts }: Live): Tool[] => {
  const description = 'Comes and goes.';
  const tool = defineTool({ name: 'test_extra_tool', description, run: () => 'here' });
  const resource = defineResource({ uri: 'test://extra', name: 'extra', description, read: () => 'here' });
  const prompt = definePrompt({ name: 'test_extra_prompt', description, get: () => 'here' });
  return [
    change('tool', () => tools.delete(tool.name) || tools.add(tool)),
    change('resource', () => resources.delete(resource.uri) || resources.add(resource)),
    change('prompt', () => prompts.delete(prompt.name) || prompts.add(prompt)),
    defineTool({
      name: 'tick',
      description: 'Changes test://watched-resource.',
      run: () => `${counter.tick()}`,
    }),
  ];
};
