// Hosts without pages get the same bytes as before there were pages.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stageScene, type Staged } from '../src/scene.ts';
import { scenes } from '../src/scenes.ts';
import { converse, isForPage, toolsIn, UI, type Client } from './conversation.ts';

// Two requests for one document happen at different times.
const withoutTime = (line: string): string => line.replaceAll(/"fetchedAt":"[^"]+"/g, '"fetchedAt":""');

/** Removes from a result what `forPage` of the runtime adds for hosts that show pages. */
const withoutPage = (line: string): string => {
  const message = JSON.parse(line) as { result: { _meta?: { page?: unknown } } };
  delete message.result._meta?.page;
  if (Object.keys(message.result._meta ?? {}).length === 0) delete message.result._meta;
  return withoutTime(JSON.stringify(message));
};

describe.each(scenes.map((scene) => ({ scene, title: `${scene.server}: ${scene.title}` })))(
  '$title',
  ({ scene }) => {
    let staged: Staged;
    beforeAll(async () => {
      staged = await stageScene(scene);
    });
    afterAll(() => staged[Symbol.asyncDispose]());

    const talk = (revision: string, extensions?: object): Promise<readonly string[]> => {
      const { tool: name, args } = staged.show;
      const client: Client = { revision, capabilities: extensions === undefined ? {} : { extensions } };
      return converse(staged.show, client, [
        { method: 'tools/list', params: {} },
        { method: 'resources/list', params: {} },
        { method: 'tools/call', params: { name, arguments: args } },
      ]);
    };

    test.each(['2025-06-18', '2025-11-25', '2026-07-28'])('in %s', async (revision) => {
      const [tools = '', resources = '', call = ''] = await talk(revision);
      const [toolsWith = '', resourcesWith, callWith = ''] = await talk(revision, UI);
      expect(call).not.toContain('"page":');
      expect(withoutTime(call)).toBe(withoutPage(callWith));
      expect(resources).toBe(resourcesWith);
      expect(resources).not.toContain('ui://');
      // The lists differ only in the tools that only pages may call.
      const listed = toolsIn(tools);
      expect(JSON.stringify(listed)).toBe(
        JSON.stringify(toolsIn(toolsWith).filter((tool) => !isForPage(tool))),
      );
      // The metadata mention pages only by address.
      const about = listed.flatMap(({ _meta: meta }) => (meta === undefined ? [] : [meta]));
      expect(about.every(({ ui }) => ui?.resourceUri?.startsWith('ui://'))).toBe(true);
      expect(about.map((meta) => Object.keys(meta).join())).toEqual(about.map(() => 'ui'));
      expect(about.map(({ ui }) => Object.keys(ui ?? {}).join())).toEqual(about.map(() => 'resourceUri'));
      const uri = `ui://${scene.server}/${scene.view}`;
      expect(listed.find(({ name }) => name === scene.tool)?._meta?.ui?.resourceUri).toBe(uri);
    });

    test('in 2024-11-05, where tools have no metadata, nothing tells of pages', async () => {
      const [tools = '', resources, call = ''] = await talk('2024-11-05');
      const [toolsWith, resourcesWith, callWith = ''] = await talk('2024-11-05', UI);
      expect([tools, resources, withoutTime(call)]).toEqual([
        toolsWith,
        resourcesWith,
        withoutTime(callWith),
      ]);
      expect(tools).not.toMatch(/ui:\/\/|"_meta"/);
    });
  },
);
