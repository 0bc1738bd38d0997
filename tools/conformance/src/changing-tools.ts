// Tools of the fixture server that change its lists, so that clients on other connections are told.
import { definePrompt, defineTool, type Prompt, type Registry, type Tool } from '@mcp/runtime';

interface Live {
  readonly tools: Registry<Tool>;
  readonly prompts: Registry<Prompt>;
}

/** Tools that change these lists: what is there goes, what is not comes. */
export const changingTools = ({ tools, prompts }: Live): Tool[] => [
  defineTool({
    name: 'test_trigger_tool_change',
    description: 'Adds a tool, or removes it again.',
    run: () => {
      const extra = defineTool({
        name: 'test_extra_tool',
        description: 'Comes and goes.',
        run: () => 'here',
      });
      if (!tools.delete(extra.name)) tools.add(extra);
      return 'The list of tools changed.';
    },
  }),
  defineTool({
    name: 'test_trigger_prompt_change',
    description: 'Adds a prompt, or removes it again.',
    run: () => {
      const extra = definePrompt({
        name: 'test_extra_prompt',
        description: 'Comes and goes.',
        get: () => 'here',
      });
      if (!prompts.delete(extra.name)) prompts.add(extra);
      return 'The list of prompts changed.';
    },
  }),
];
