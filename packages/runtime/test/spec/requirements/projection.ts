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
} from './types.ts';
import type { Requirements } from './types.ts';

const schema = 'schema';
const tools = 'server/tools';
const eliciting = 'client/elicitation';
const sampling = 'client/sampling';

export const projection: Requirements = {
  'PROJ-1': { page: schema, revisions: stateful, text: 'Tells the server title from 2025-06-18 on.' },
  'PROJ-2': {
    page: schema,
    revisions: stateful,
    text: 'Tells description, website and icons of the server from 2025-11-25 on.',
  },
  'PROJ-3': { page: schema, revisions: stateful, text: 'Declares completions from 2025-03-26 on.' },
  'PROJ-4': { page: schema, leftOut: laterTasks, text: 'Declares tasks in 2025-11-25 only.' },
  'PROJ-5': { page: schema, revisions: stateful, text: 'Lists annotations of tools from 2025-03-26 on.' },
  'PROJ-6': {
    page: schema,
    revisions: stateful,
    text: 'Lists the title of a tool from 2025-06-18 on, and in 2025-03-26 as annotation.',
  },
  'PROJ-7': { page: schema, revisions: stateful, text: 'Lists output schemas from 2025-06-18 on.' },
  'PROJ-8': { page: schema, revisions: stateful, text: 'Lists icons of tools from 2025-11-25 on.' },
  'PROJ-9': { page: schema, leftOut: laterTasks, text: 'Lists how a tool treats tasks in 2025-11-25 only.' },
  'PROJ-10': {
    page: schema,
    revisions: stateful,
    text: 'Sends metadata of listed objects, contents and blocks from 2025-06-18 on.',
  },
  'PROJ-11': {
    page: schema,
    revisions: stateful,
    text: 'Lists titles of prompts, arguments, resources and templates from 2025-06-18 on.',
  },
  'PROJ-12': {
    page: schema,
    revisions: stateful,
    text: 'Lists icons of prompts, resources, templates and links from 2025-11-25 on.',
  },
  'PROJ-13': { page: schema, revisions: stateful, text: 'Lists the size of resources everywhere.' },
  'PROJ-14': { page: schema, revisions: stateful, text: 'Lists modification times from 2025-06-18 on.' },
  'PROJ-15': {
    page: tools,
    revisions: stateful,
    text: 'Sends structured content from 2025-06-18 on, and before that the text of the tool, or its JSON where it has no text.',
  },
  'PROJ-16': { page: schema, revisions: stateful, text: 'Sends the metadata of a result everywhere.' },
  'PROJ-17': {
    page: 'basic/utilities/progress',
    revisions: stateful,
    text: 'Sends the message of a progress report from 2025-03-26 on.',
  },
  'PROJ-18': { page: schema, revisions: stateful, text: 'Leaves out the id of an error it could not read.' },
  'PROJ-19': {
    page: schema,
    revisions: since20250326,
    transports: httpOnly,
    text: 'Applies the HTTP rules of each revision.',
  },
  'PROJ-20': {
    page: tools,
    revisions: only20241105,
    text: 'Turns audio into an embedded resource for clients that do not know audio.',
  },
  'PROJ-21': {
    page: tools,
    revisions: until20250326,
    text: 'Turns a link to a resource into text for clients that do not know links.',
  },
  'PROJ-22': { page: sampling, revisions: only20241105, text: 'Refuses the author audio in sampling.' },
  'PROJ-23': {
    page: sampling,
    revisions: until20250618,
    transports: connected,
    text: 'Splits a sampling message of several blocks into several messages.',
  },
  'PROJ-24': {
    page: sampling,
    revisions: stateful,
    text: 'Refuses the author tools in sampling when the client cannot take them.',
  },
  'PROJ-25': {
    page: sampling,
    revisions: only20251125,
    transports: connected,
    text: 'Leaves out the wish for context when the client has not declared it.',
  },
  'PROJ-26': { page: eliciting, revisions: until20250326, text: 'Refuses the author to put questions.' },
  'PROJ-27': {
    page: eliciting,
    revisions: only20250618,
    transports: connected,
    text: 'Sends forms without mode and dialect.',
  },
  'PROJ-28': {
    page: eliciting,
    revisions: only20250618,
    transports: connected,
    text: 'Mentions a default in the description instead.',
  },
  'PROJ-29': {
    page: eliciting,
    revisions: only20250618,
    transports: connected,
    text: 'Sends titled choices in the older form.',
  },
  'PROJ-30': { page: eliciting, revisions: only20250618, text: 'Refuses the author multiple choices.' },
  'PROJ-31': {
    page: eliciting,
    revisions: stateful,
    transports: connected,
    text: 'Reports a needed URL visit as text to clients that cannot be sent to a URL.',
  },
  'PROJ-32': {
    page: eliciting,
    revisions: stateful,
    transports: connected,
    text: 'Reports a finished URL visit in 2025-11-25 only.',
  },
  'PROJ-33': {
    page: 'server/resources',
    revisions: stateful,
    text: 'Uses the older code for what is missing.',
  },
  'PROJ-34': {
    page: tools,
    revisions: stateful,
    text: 'Answers bad arguments by an error result everywhere.',
  },
  'PROJ-35': {
    page: tools,
    revisions: stateful,
    text: 'Wraps structured content that is no object, and its schema alike.',
  },
  'PROJ-36': { page: schema, revisions: stateful, text: 'Sends an array only as answer to a batch.' },
  'PROJ-37': { page: schema, leftOut: laterTasks, text: 'Asks the plain way where tasks are not allowed.' },
  'PROJ-38': {
    page: tools,
    revisions: stateful,
    text: 'Refuses, when it is built, input that is no object.',
  },
  'PROJ-39': {
    page: schema,
    revisions: stateful,
    transports: connected,
    text: 'Accepts newer members of what a client says it is.',
  },
  'PROJ-40': {
    page: 'server/utilities/completion',
    revisions: until20250326,
    text: 'Uses the context of a completion although the revision has none.',
  },
  'PROJ-41': { page: schema, revisions: stateful, text: 'Overlooks the title of a prompt reference.' },
  'PROJ-42': { page: schema, revisions: stateful, text: 'Overlooks the wish for a task.' },
  'PROJ-43': {
    page: schema,
    revisions: stateful,
    transports: connected,
    text: 'Overlooks a cancellation that names no request.',
  },
  'PROJ-44': {
    page: eliciting,
    revisions: only20250618,
    transports: connected,
    text: 'Takes any declaration of elicitation as forms, and never sends a user to a URL.',
  },
  'PROJ-45': {
    page: sampling,
    revisions: until20250618,
    transports: connected,
    text: 'Overlooks newer sampling capabilities.',
  },
  'PROJ-46': {
    page: eliciting,
    revisions: only20250618,
    transports: connected,
    text: 'Refuses lists of strings as answers.',
  },
  'PROJ-47': {
    page: sampling,
    revisions: until20250618,
    transports: connected,
    text: "Refuses several blocks in a model's answer.",
  },
  'PROJ-48': {
    page: schema,
    revisions: only20250326,
    transports: httpOnly,
    text: 'Overlooks a version header where none is defined.',
  },
  'PROJ-49': {
    page: schema,
    revisions: stateful,
    transports: connected,
    text: 'Serves an envelope as modern inside a session.',
  },
  'PROJ-50': {
    page: schema,
    revisions: stateful,
    text: 'Sends no result type, caching hint or server identity in results.',
  },
  'PROJ-51': { page: schema, revisions: stateful, text: 'Uses none of the newer error codes.' },
  'PROJ-52': { page: schema, revisions: stateful, text: 'Knows no method of another revision.' },
};
