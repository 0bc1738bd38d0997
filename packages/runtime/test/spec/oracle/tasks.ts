// The schemas of the tasks extension, from its official package.
import type { JsonObject } from './official.ts';

interface Schema {
  safeParse(value: unknown): { readonly error?: Error; readonly data?: JsonObject };
}

// The types of the package do not compile under strict settings.
const CORE: string = '@modelcontextprotocol/ext-tasks/core/v2';
const tasks = (await import(/* @vite-ignore */ CORE)) as {
  readonly [
    schema in
      | 'CancelTaskResultV2Schema'
      | 'CreateTaskResultV2Schema'
      | 'GetTaskResultV2Schema'
      | 'TaskStatusNotificationV2Schema'
      | 'TaskSubscriptionAcknowledgedNotificationsV2Schema'
      | 'UpdateTaskResultV2Schema'
  ]: Schema;
};

const requests: Readonly<Record<string, Schema>> = {
  'tasks/get': tasks.GetTaskResultV2Schema,
  'tasks/update': tasks.UpdateTaskResultV2Schema,
  'tasks/cancel': tasks.CancelTaskResultV2Schema,
  'notifications/tasks': tasks.TaskStatusNotificationV2Schema,
};

/**
 * What is wrong with a result, or with a notification, of the extension; undefined for one of another kind. A member
 * that is not of the extension is a fault too.
 */
export const taskFaults = (method: string, value: JsonObject): string[] | undefined => {
  const isCreated = value['resultType'] === 'task';
  const schema = isCreated ? tasks.CreateTaskResultV2Schema : requests[method];
  if (schema === undefined) return undefined;
  const { error } = schema.safeParse(value);
  const strays = Object.keys(value).filter((name) => !MEMBERS.includes(name));
  const onlyCalls = isCreated && method !== 'tools/call' ? [`${method} makes no task`] : [];
  return [
    ...(error === undefined ? [] : [`tasks extension: ${error.message}`]),
    ...strays.map((name) => `/${name} is no member of a task`),
    ...onlyCalls,
  ];
};

/** An acknowledgement as it is without the tasks that it names, when these are named as the extension says. */
export const withoutTaskIds = (message: JsonObject): JsonObject => {
  const params = Object(message['params']) as JsonObject;
  const filter = tasks.TaskSubscriptionAcknowledgedNotificationsV2Schema.safeParse(params['notifications']);
  if (
    message['method'] !== 'notifications/subscriptions/acknowledged' ||
    filter.data?.['taskIds'] === undefined
  )
    return message;
  const { taskIds: _ids, ...notifications } = filter.data;
  return { ...message, params: { ...params, notifications } };
};

const MEMBERS = [
  ...['jsonrpc', 'method', 'params', 'resultType', '_meta', 'taskId', 'status', 'statusMessage', 'createdAt'],
  ...['lastUpdatedAt', 'ttlMs', 'pollIntervalMs', 'inputRequests', 'result', 'error'],
];
