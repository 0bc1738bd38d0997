// Tasks: tool calls that outlive their answer (extension io.modelcontextprotocol/tasks, SEP-2663).
import { LATEST_REVISION } from '../index.ts';
import {
  type Extension,
  type ExtensionServer,
  type Feature,
  type Method,
  type MethodRow,
  requireExtension,
} from '../extensions.ts';
import type { TaskRegistry } from './task-registry.ts';
import type { TaskOptions } from './task-options.ts';
import { DETAILED } from './task-wire.ts';

const TASKS = 'io.modelcontextprotocol/tasks';

type Runner = NonNullable<Feature['runners']>[string];

/**
 * Lets tools with `task` run as tasks, for clients that declare the extension (from 2026-07-28). For other clients
 * they run normally, except that `task: 'required'` is refused with −32021 in revisions with extensions. Above a limit,
 * an optional task runs as a normal call and a required one is refused.
 *
 * @example
 * const server = defineServer({ name: 'clock', version: '1.0.0', tools: [sleep], extensions: [tasks()] });
 */
export function tasks(options: TaskOptions = {}): Extension {
  return {
    id: TASKS,
    since: LATEST_REVISION,
    features: (server) => [createFeature(options, server)],
  };
}

function createFeature(options: TaskOptions, server: ExtensionServer): Feature {
  // Loaded with the first task, so servers without tasks do not load it.
  const load = async (): Promise<TaskRegistry> => {
    const { TaskRegistry: Registry } = await import('./task-registry.ts');
    return new Registry(options, (report) => server.report(report));
  };
  let loaded: Promise<TaskRegistry> | undefined;
  const registry = (): Promise<TaskRegistry> => (loaded ??= load());
  const row: MethodRow = { from: 'client', first: LATEST_REVISION, extension: TASKS, named: 'taskId' };
  const method = (shape: Method['shape'], name: 'get' | 'update' | 'cancel'): Method => ({
    row,
    shape,
    handle: async (request, params) => (await registry())[name](request, params),
  });
  return {
    methods: {
      'tasks/get': method(DETAILED, 'get'),
      'tasks/update': method('EmptyResult', 'update'),
      'tasks/cancel': method('EmptyResult', 'cancel'),
    },
    runners: { 'tools/call': createRunner(server, registry) },
    filters: {
      taskIds: async (request, ids, notify) => {
        requireExtension(request.ctx.client, TASKS);
        return (await registry()).listen(request, ids, notify);
      },
    },
  };
}

function createRunner(server: ExtensionServer, registry: () => Promise<TaskRegistry>): Runner {
  return (request, run) => {
    const tool = server.tool(request.params['name'], request.ctx);
    if (tool?.task === undefined) return undefined;
    if (tool.task === 'optional' && request.ctx.client.capabilities.extensions?.[TASKS] === undefined)
      return undefined;
    const begin = async (): ReturnType<TaskRegistry['begin']> => {
      requireExtension(request.ctx.client, TASKS);
      return (await registry()).begin(request, tool, run);
    };
    return begin();
  };
}
