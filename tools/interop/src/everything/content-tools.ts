// Tools of the fixture server that return something: every content block, structured output, errors.
import {
  audio,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  text,
  ToolError,
  ToolResult,
  type Icon,
} from '@mcp/runtime';

/** One transparent pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** The header of an empty WAV file. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
/** The icon that everything in the fixture has. */
export const icon: Icon = { src: `data:image/png;base64,${PIXEL}`, mimeType: 'image/png', sizes: ['1x1'] };

const harmless = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it back.',
  icons: [icon],
  annotations: harmless,
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', description: 'What to say' },
      times: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
    },
    required: ['text'],
    additionalProperties: false,
  },
  run: ({ text: said, times }) => said.repeat(times),
});

const blocks = defineTool({
  name: 'blocks',
  description: 'Returns one content block of each kind.',
  annotations: harmless,
  run: () => [
    text('plain', { annotations: { audience: ['assistant'], priority: 0.5 } }),
    image(PIXEL, 'image/png'),
    audio(SILENCE, 'audio/wav'),
    resourceLink({ uri: 'test://static', name: 'static', mimeType: 'text/plain', size: 5 }),
    embeddedResource({ uri: 'test://inline', mimeType: 'text/plain', text: 'inline' }),
  ],
});

const weather = defineTool({
  name: 'weather',
  description: 'Returns a value of its output schema, or one that does not fit it.',
  annotations: harmless,
  inputSchema: { type: 'object', properties: { broken: { type: 'boolean', default: false } } },
  outputSchema: {
    type: 'object',
    properties: { degrees: { type: 'number' }, sky: { enum: ['clear', 'cloudy'] } },
    required: ['degrees', 'sky'],
    additionalProperties: false,
  },
  run: ({ broken }) =>
    broken
      ? new ToolResult({ structuredContent: { degrees: 'warm' } })
      : new ToolResult({
          content: 'Clear, 21.5 degrees',
          structuredContent: { degrees: 21.5, sky: 'clear' },
          _meta: { 'com.example/source': 'fixture' },
        }),
});

const fail = defineTool({
  name: 'fail',
  description: 'Fails, in a way that the model should read or by a bug.',
  annotations: harmless,
  inputSchema: { type: 'object', properties: { how: { enum: ['error', 'bug'] } }, required: ['how'] },
  run: ({ how }) => {
    if (how === 'error') throw new ToolError('The moon is not in reach; give a nearer target.');
    throw new Error('the secret detail');
  },
});

const large = defineTool({
  name: 'large',
  description: 'Returns a text of this many bytes.',
  annotations: harmless,
  inputSchema: {
    type: 'object',
    properties: { bytes: { type: 'integer', maximum: 8_000_000 } },
    required: ['bytes'],
  },
  run: ({ bytes }) => 'x'.repeat(bytes),
});

export const contentTools = [echo, blocks, weather, fail, large];
