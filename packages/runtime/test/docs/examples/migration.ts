// The server that docs/migrate-from-the-sdk.md moves from the official SDK.
// region server
import {
  completeFrom,
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  ResourceNotFoundError,
  ToolError,
} from '@mcp/runtime';
import { z } from 'zod';

const cities: Readonly<Record<string, number>> = { oslo: 3, cairo: 31 };

const temperature = defineTool({
  name: 'get_temperature',
  title: 'Get temperature',
  description: 'Get the temperature of a city in °C.',
  inputSchema: z.object({ city: z.string().describe('Name of the city') }),
  outputSchema: z.object({ celsius: z.number() }),
  annotations: { readOnlyHint: true },
  run: ({ city }) => {
    const celsius = cities[city];
    if (celsius === undefined) throw new ToolError(`Unknown city ${city}. Try oslo or cairo.`);
    return { celsius };
  },
});

const about = defineResource({
  uri: 'weather://about',
  name: 'about',
  mimeType: 'text/plain',
  read: () => 'Temperatures of two cities.',
});

const city = defineResourceTemplate({
  uriTemplate: 'weather://cities/{name}',
  name: 'city',
  complete: { name: completeFrom(Object.keys(cities)) },
  read: (uri, { name = '' }) => {
    const celsius = cities[name];
    if (celsius === undefined) throw new ResourceNotFoundError(uri);
    return `${name}: ${celsius} °C`;
  },
});

const compare = definePrompt({
  name: 'compare',
  description: 'Compare two cities.',
  arguments: { first: { required: true }, second: { required: true } },
  get: ({ first, second }) => `Compare the weather of ${first} and ${second}.`,
});

export const server = defineServer({
  name: 'weather',
  version: '1.0.0',
  tools: [temperature],
  resources: [about],
  resourceTemplates: [city],
  prompts: [compare],
});
// endregion
