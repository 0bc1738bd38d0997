// The tool forecast, and the page that hosts with MCP Apps show beside its result. The text says all that the page
// shows.
import { defineTool, readsOnly } from '@mcp/runtime';
import { appResource } from '@mcp/runtime/apps';

const HTML = `<!doctype html>
<title>Forecast</title>
<h1>Sunny until Friday</h1>
`;

export const chart = appResource('ui://my-server/chart', HTML, { title: 'Forecast' });

export const forecast = defineTool({
  name: 'forecast',
  title: 'Forecast',
  description: 'Tell the weather of the next days.',
  annotations: readsOnly,
  _meta: { ui: { resourceUri: chart.uri } },
  run: () => 'Sunny until Friday.',
});
