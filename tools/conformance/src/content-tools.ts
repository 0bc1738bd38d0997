// Tools of the fixture server that return something: each content type, structure, errors, an argument in a header.
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

/** An image of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** An empty WAV file. */
export const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
/** The icon used throughout the fixture. */
export const icon: Icon = { src: `data:image/png;base64,${PIXEL}`, mimeType: 'image/png', sizes: ['1x1'] };

const embedded = embeddedResource({
  uri: 'test://embedded-resource',
  mimeType: 'text/plain',
  text: 'This is an embedded resource content.',
});

// The suite calls the first tool of the list without arguments and expects no error.
const simpleText = defineTool({
  name: 'test_simple_text',
  description: 'Returns one text block.',
  run: () => 'This is a simple text response for testing.',
});

const imageContent = defineTool({
  name: 'test_image_content',
  description: 'Returns one image.',
  run: () => image(PIXEL, 'image/png'),
});

const audioContent = defineTool({
  name: 'test_audio_content',
  description: 'Returns one sound.',
  run: () => audio(SILENCE, 'audio/wav'),
});

const embeddedContent = defineTool({
  name: 'test_embedded_resource',
  description: 'Returns one embedded resource.',
  run: () => embedded,
});

const mixedContent = defineTool({
  name: 'test_multiple_content_types',
  description: 'Returns one content block of each kind.',
  run: () => [
    text('Multiple content types test:', { annotations: { audience: ['assistant'], priority: 0.5 } }),
    image(PIXEL, 'image/png'),
    audio(SILENCE, 'audio/wav'),
    resourceLink({ uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain', size: 48 }),
    embedded,
  ],
});

const errorHandling = defineTool({
  name: 'test_error_handling',
  description: 'Always fails, in a way that the model should read.',
  run: () => {
    throw new ToolError('This tool intentionally returns an error for testing');
  },
});

const bug = defineTool({
  name: 'bug',
  description: 'Fails by a bug, whose details are not for the model.',
  run: () => {
    throw new Error('the secret detail');
  },
});

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

/** Few hosts accept its schema, so only the suite gets it. */
export const modernSchema = defineTool({
  name: 'json_schema_2020_12_tool',
  description: 'Has keywords of JSON Schema 2020-12 that must reach the client unchanged.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  run: ({ name, contactMethod }) => `${name ?? 'somebody'} by ${contactMethod ?? 'any way'}`,
});

const headerArgument = defineTool({
  name: 'test_x_mcp_header',
  description: 'Has an argument that an HTTP header repeats.',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
  },
  run: ({ region }) => `region ${region}`,
});

export const contentTools = [
  simpleText,
  imageContent,
  audioContent,
  embeddedContent,
  mixedContent,
  errorHandling,
  headerArgument,
  bug,
  echo,
  weather,
  large,
];
