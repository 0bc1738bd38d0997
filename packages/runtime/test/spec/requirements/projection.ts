// What changes on its way to a client of an older revision, and what is tolerated from a newer one.
import {
  connected,
  httpOnly,
  laterTasks,
  only20241105,
  only20250326,
  only20250618,
  only20251125,
  since20250326,
  stateful,
  until20250326,
  until20250618,
  kept,
  leftOut,
  over,
} from './types.ts';
import type { Requirements } from './types.ts';

const schema = 'schema';
const tools = 'server/tools';
const eliciting = 'client/elicitation';
const sampling = 'client/sampling';

export const projection: Requirements = {
  ...kept(schema, stateful, {
    'PROJ-1': 'Tells the server title from 2025-06-18 on.',
    'PROJ-2': 'Tells description, website and icons of the server from 2025-11-25 on.',
    'PROJ-3': 'Declares completions from 2025-03-26 on.',
    'PROJ-5': 'Lists annotations of tools from 2025-03-26 on.',
    'PROJ-6': 'Lists the title of a tool from 2025-06-18 on, and in 2025-03-26 as annotation.',
    'PROJ-7': 'Lists output schemas from 2025-06-18 on.',
    'PROJ-8': 'Lists icons of tools from 2025-11-25 on.',
    'PROJ-10': 'Sends metadata of listed objects, contents and blocks from 2025-06-18 on.',
    'PROJ-11': 'Lists titles of prompts, arguments, resources and templates from 2025-06-18 on.',
    'PROJ-12': 'Lists icons of prompts, resources, templates and links from 2025-11-25 on.',
    'PROJ-13': 'Lists the size of resources everywhere.',
    'PROJ-14': 'Lists modification times from 2025-06-18 on.',
    'PROJ-16': 'Sends the metadata of a result everywhere.',
    'PROJ-18': 'Leaves out the id of an error it could not read.',
    'PROJ-36': 'Sends an array only as answer to a batch.',
    'PROJ-41': 'Overlooks the title of a prompt reference.',
    'PROJ-42': 'Overlooks the wish for a task.',
    'PROJ-50': 'Sends no result type, caching hint or server identity in results.',
    'PROJ-51': 'Uses none of the newer error codes.',
    'PROJ-52': 'Knows no method of another revision.',
  }),
  ...leftOut(schema, laterTasks, {
    'PROJ-4': 'Declares tasks in 2025-11-25 only.',
    'PROJ-9': 'Lists how a tool treats tasks in 2025-11-25 only.',
    'PROJ-37': 'Asks the plain way where tasks are not allowed.',
  }),
  ...kept(tools, stateful, {
    'PROJ-15':
      'Sends structured content from 2025-06-18 on, and before that the text of the tool, or its JSON where it has no text.',
    'PROJ-34': 'Answers bad arguments by an error result everywhere.',
    'PROJ-35': 'Wraps structured content that is no object, and its schema alike.',
    'PROJ-38': 'Refuses, when it is built, input that is no object.',
  }),
  ...kept('basic/utilities/progress', stateful, {
    'PROJ-17': 'Sends the message of a progress report from 2025-03-26 on.',
  }),
  ...kept(schema, over(httpOnly, since20250326), {
    'PROJ-19': 'Applies the HTTP rules of each revision.',
  }),
  ...kept(tools, only20241105, {
    'PROJ-20': 'Turns audio into an embedded resource for clients that do not know audio.',
  }),
  ...kept(tools, until20250326, {
    'PROJ-21': 'Turns a link to a resource into text for clients that do not know links.',
  }),
  ...kept(sampling, only20241105, {
    'PROJ-22': 'Refuses the author audio in sampling.',
  }),
  ...kept(sampling, over(connected, until20250618), {
    'PROJ-23': 'Splits a sampling message of several blocks into several messages.',
    'PROJ-45': 'Overlooks newer sampling capabilities.',
    'PROJ-47': "Refuses several blocks in a model's answer.",
  }),
  ...kept(sampling, stateful, {
    'PROJ-24': 'Refuses the author tools in sampling when the client cannot take them.',
  }),
  ...kept(sampling, over(connected, only20251125), {
    'PROJ-25': 'Leaves out the wish for context when the client has not declared it.',
  }),
  ...kept(eliciting, until20250326, {
    'PROJ-26': 'Refuses the author to put questions.',
  }),
  ...kept(eliciting, over(connected, only20250618), {
    'PROJ-27': 'Sends forms without mode and dialect.',
    'PROJ-28': 'Mentions a default in the description instead.',
    'PROJ-29': 'Sends titled choices in the older form.',
    'PROJ-44': 'Takes any declaration of elicitation as forms, and never sends a user to a URL.',
    'PROJ-46': 'Refuses lists of strings as answers.',
  }),
  ...kept(eliciting, only20250618, {
    'PROJ-30': 'Refuses the author multiple choices.',
  }),
  ...kept(eliciting, over(connected, stateful), {
    'PROJ-31': 'Reports a needed URL visit as text to clients that cannot be sent to a URL.',
    'PROJ-32': 'Reports a finished URL visit in 2025-11-25 only.',
  }),
  ...kept('server/resources', stateful, {
    'PROJ-33': 'Uses the older code for what is missing.',
  }),
  ...kept(schema, over(connected, stateful), {
    'PROJ-39': 'Accepts newer members of what a client says it is.',
    'PROJ-43': 'Overlooks a cancellation that names no request.',
    'PROJ-49': 'Serves an envelope as modern inside a session.',
  }),
  ...kept('server/utilities/completion', until20250326, {
    'PROJ-40': 'Uses the context of a completion although the revision has none.',
  }),
  ...kept(schema, over(httpOnly, only20250326), {
    'PROJ-48': 'Overlooks a version header where none is defined.',
  }),
};
