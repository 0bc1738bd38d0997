// Converters: how client libraries turn a server's tools into tools for a model's API.
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createMCPClient } from '@ai-sdk/mcp';
import { mcpToTool } from '@google/genai';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { getAllMcpTools, MCPServerStreamableHttp } from '@openai/agents-core';
import { generateText } from 'ai';

/** A tool in the format of a model's API. `schema` describes the arguments. */
export interface Converted {
  readonly name: string;
  readonly description: string | undefined;
  readonly schema: unknown;
}

/** Returns the tools of the server at a URL. */
type Convert = (url: string) => Promise<readonly Converted[]>;

interface GeminiRequest {
  readonly tools: readonly { readonly functionDeclarations: readonly Declaration[] }[];
}

interface Declaration {
  readonly name?: string;
  readonly description?: string;
  readonly parametersJsonSchema?: unknown;
}

const convertedFrom = ({ name = '', description, parametersJsonSchema }: Declaration): Converted => ({
  ...{ name, description, schema: parametersJsonSchema },
});

/** Returns what the AI SDK would send to Gemini, without sending it. */
export const aiSdk: Convert = async (url) => {
  const client = await createMCPClient({ transport: { type: 'http', url } });
  let sent: GeminiRequest = { tools: [] };
  const google = createGoogleGenerativeAI({
    apiKey: 'none',
    fetch: async (_, init) => {
      sent = (await new Response(init?.body).json()) as GeminiRequest;
      return Response.json({}, { status: 400 });
    },
  });
  const request = {
    model: google('gemini-2.5-pro'),
    tools: await client.tools(),
    prompt: 'Hello',
    maxRetries: 0,
  };
  await generateText(request).catch(() => undefined);
  await client.close();
  return sent.tools.flatMap(({ functionDeclarations }) => functionDeclarations).map(convertedFrom);
};

/** Returns the strict form of the tools of OpenAI Agents. */
export const openaiAgents: Convert = async (url) => {
  const server = new MCPServerStreamableHttp({ url });
  await server.connect();
  const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true });
  await server.close();
  return tools.map((tool) => {
    if (tool.type !== 'function' || !tool.strict) throw new Error(`${tool.name} has no strict form`);
    return { name: tool.name, description: tool.description, schema: tool.parameters };
  });
};

/** Returns the tools that LangChain sends to OpenAI. */
export const langChain: Convert = async (url) => {
  const client = new MultiServerMCPClient({ mcpServers: { ours: { transport: 'http', url } } });
  const tools = await client.getTools();
  await client.close();
  return tools.map((tool) => {
    const { name, description, parameters } = convertToOpenAITool(tool).function;
    return { name, description, schema: parameters };
  });
};

/** Returns the function declarations of Google's own library. */
export const googleGenAi: Convert = async (url) => {
  const client = new Client({ name: 'interop', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { functionDeclarations = [] } = await mcpToTool(client).tool();
  await client.close();
  return functionDeclarations.map(convertedFrom);
};
