// Examples of docs/extensions.md: a page beside the result of a tool.
import { defineServer, defineTool } from '@mcp/runtime';
import { appResource, apps } from '@mcp/runtime/apps';

const readPage = async (): Promise<string> => '<!doctype html><title>Forecast</title>';

// region page
export const chart = appResource('ui://weather/chart', readPage, { permissions: ['clipboardWrite'] });

export const forecast = defineTool({
  name: 'forecast',
  description: 'The weather of the next days.',
  _meta: { ui: { resourceUri: chart.uri } },
  run: () => 'Sunny until Friday.',
});
// endregion

// region server
export const server = defineServer({
  name: 'weather',
  version: '1.0.0',
  tools: [forecast],
  resources: [chart],
  extensions: [apps()],
});
// endregion
