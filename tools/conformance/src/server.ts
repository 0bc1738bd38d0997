// Fixture server: everything that the official suite calls and that a client can reach, for all revisions.
import {
  defineServer,
  promptRegistry,
  resourceRegistry,
  toolRegistry,
  type McpServer,
  type Tool,
} from '@mcp/runtime';
import { skills } from '@mcp/runtime/skills';
import { tasks } from '@mcp/runtime/tasks';
import { askingTools } from './asking-tools.ts';
import { changingTools } from './changing-tools.ts';
import { contentTools, icon, modernSchema } from './content-tools.ts';
import { conversationTools } from './conversation-tools.ts';
import { prompts } from './prompts.ts';
import { resources, resourceTemplates } from './resources.ts';
import { roundTools } from './round-tools.ts';
import { taskTools } from './task-tools.ts';
import { workTools } from './work-tools.ts';

export { PIXEL, SILENCE } from './content-tools.ts';

/** Options for different users of the fixture; the suite does not follow cursors. */
export interface FixtureOptions {
  readonly pageSize?: number;
  readonly moreTools?: readonly Tool[];
}

const GUIDE = { name: 'fixture-guide', description: 'How to use the tools of the fixture.' };
const MANIFEST = `---
name: ${GUIDE.name}
description: ${GUIDE.description}
---

Call whatever you like. references/tools.md says more.
`;

/** Defines the fixture server. */
export function defineFixture({ moreTools = [], ...options }: FixtureOptions): McpServer {
  const files = { 'SKILL.md': MANIFEST, 'references/tools.md': '# Tools\n\nAll of them.\n' };
  const guide = skills([{ frontmatter: GUIDE, files }]);
  const live = {
    tools: toolRegistry(),
    resources: resourceRegistry([...resources, ...guide.resources]),
    prompts: promptRegistry(prompts),
  };
  const groups = [
    contentTools,
    workTools,
    askingTools,
    conversationTools,
    roundTools,
    taskTools,
    changingTools(live),
  ];
  for (const tool of [...groups.flat(), ...moreTools]) live.tools.add(tool);
  return defineServer({
    ...options,
    ...live,
    name: 'everything',
    version: '1.2.3',
    title: 'Everything',
    description: 'One of everything',
    websiteUrl: 'https://example.com/everything',
    icons: [icon],
    instructions: 'Call whatever you like.',
    resourceTemplates,
    extensions: [tasks(), guide],
  });
}

/** Returns the fixture for the suite. */
export const suiteFixture = (): McpServer => defineFixture({ moreTools: [modernSchema] });
