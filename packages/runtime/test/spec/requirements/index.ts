// Every requirement by its id: the rules of the specification that the tests in this folder cite.
import { base } from './base.ts';
import { capabilities } from './capabilities.ts';
import { clientFeatures } from './client-features.ts';
import { authorization } from './authorization.ts';
import { httpSse } from './http-sse.ts';
import { later } from './later.ts';
import { lifecycle } from './lifecycle.ts';
import { modernBase } from './modern-base.ts';
import { modernFeatures } from './modern-features.ts';
import { modernHttp } from './modern-http.ts';
import { modernPatterns } from './modern-patterns.ts';
import { projection } from './projection.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { schemaAndMeta } from './schema-and-meta.ts';
import { streamableHttp } from './streamable-http.ts';
import { tasks } from './tasks.ts';
import { tools } from './tools.ts';
import { transports } from './transports.ts';
import type { Requirement } from './types.ts';
import { utilities } from './utilities.ts';

export type { KeptRequirement, LeftOutRequirement, Requirement, Revision, Transport } from './types.ts';

export const requirements: Readonly<Record<string, Requirement>> = {
  ...base,
  ...lifecycle,
  ...capabilities,
  ...transports,
  ...streamableHttp,
  ...utilities,
  ...tools,
  ...resources,
  ...prompts,
  ...clientFeatures,
  ...schemaAndMeta,
  ...projection,
  ...modernBase,
  ...modernPatterns,
  ...modernFeatures,
  ...authorization,
  ...modernHttp,
  ...httpSse,
  ...later,
  ...tasks,
};
