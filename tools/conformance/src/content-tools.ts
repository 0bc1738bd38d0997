// Tools of the fixture server that return something: each kind of content, an error, a schema, an argument in a header.
import { audio, defineTool, embeddedResource, image, text, ToolError } from '@mcp/runtime';

/** One pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
/** The header of an empty WAV file. */
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

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
  description: 'Returns a text, an image and a resource.',
  run: () => [text('Multiple content types test:'), image(PIXEL, 'image/png'), embedded],
});

const errorHandling = defineTool({
  name: 'test_error_handling',
  description: 'Always fails, in a way that the model should read.',
  run: () => {
    throw new ToolError('This tool intentionally returns an error for testing');
  },
});

const modernSchema = defineTool({
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
  modernSchema,
  headerArgument,
];
