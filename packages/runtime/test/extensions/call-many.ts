// Unplanned extension: `tools/callMany` calls several tools in one request, and asks the client how to continue.
import { RpcError, type JsonObject } from '@mcp/runtime';
import { invalidParams, type Extension, type ExtensionRequest } from '@mcp/runtime/extensions';

/** The id of the extension. */
export const MANY = 'com.example/call-many';

const since = { since: '2025-11-25' } as const;
const SHAPE = { results: since, stopped: since, resultType: since, _meta: since };

/** Calls several tools. If one fails, asks the client with `callMany/goOn` whether to call the rest. */
export function callMany(): Extension {
  return {
    id: MANY,
    since: '2025-11-25',
    features: (server) => {
      const callOne = async (request: ExtensionRequest, params: unknown): Promise<JsonObject> => {
        try {
          return await server.call(request, 'tools/call', Object(params));
        } catch (error) {
          if (error instanceof RpcError) return { error: error.toObject() };
          throw error;
        }
      };
      const hasFailed = ({ isError, error }: JsonObject): boolean => isError === true || error !== undefined;
      return [
        {
          methods: {
            'tools/callMany': {
              row: { from: 'client', first: '2025-11-25', extension: MANY, asks: true, admitted: true },
              shape: SHAPE,
              handle: async (request, { calls }) => {
                if (!Array.isArray(calls)) throw invalidParams('"calls" must be a list');
                const results: JsonObject[] = [];
                for (const call of calls) {
                  const result = await callOne(request, call);
                  results.push(result);
                  if (!hasFailed(result)) continue;
                  const question = { method: 'callMany/goOn', params: { done: results.length } };
                  const { goOn } = await request.ctx.ask.raw(`goOn${results.length}`, question);
                  if (goOn !== true) return { results, stopped: true };
                }
                return { results, stopped: false };
              },
            },
          },
        },
      ];
    },
  };
}
