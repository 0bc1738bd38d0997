// Elicitation: asks the user, by form or by sending them to a web page (client/elicitation, from 2025-06-18).
import type { RequestQuestions } from '../../conversation/request.ts';
import type { Agreement, ElicitResult, Form, Visit } from '../../define/context.ts';
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { requireSupport, supports } from '../../protocol/capabilities.ts';
import { formAnswerProblem, toFormSchema } from '../../protocol/wire/questions.ts';
import { describeIssues } from '../../schema/issue.ts';
import { compileSchema, type Infer, type Schema } from '../../schema/schema.ts';
import { LOCAL_HOSTS } from '../../text/local-hosts.ts';
import { quote } from '../../text/quote.ts';

/** Asks the user to fill in a form. The content of an accepted answer fits the schema. Errors: see `Ask.elicit`. */
export async function elicit<S extends Schema>(
  questions: RequestQuestions,
  key: string,
  { message, schema, timeoutMs }: Form<S>,
): Promise<ElicitResult<Infer<S>>> {
  const { request } = questions;
  requireSupport(request, 'elicitation.form');
  const compiled = compileSchema(schema, 'input');
  const requestedSchema = toFormSchema(compiled.json, request.revision);
  const answer = await askForm(questions, key, { message, requestedSchema, timeoutMs });
  const { action } = answer;
  if (action !== 'accept') return { action };
  // Some clients send no content for a form without fields.
  const { content = isEmpty(requestedSchema) ? {} : undefined } = answer;
  const problem = formAnswerProblem(content, request.revision);
  if (problem !== undefined) throw questions.malformed(key, problem);
  const outcome = await compiled.validate(content);
  if (outcome.issues !== undefined) throw questions.malformed(key, describeIssues(outcome.issues));
  return { action, content: outcome.value as Infer<S> };
}

/** Asks the user to open a URL. Sessions of 2025-11-25 also learn when it is completed. Errors: see `Ask.elicitUrl`. */
export async function elicitUrl(
  questions: RequestQuestions,
  key: string,
  { message, url, completed, timeoutMs }: Visit,
): Promise<{ action: ElicitResult<unknown>['action'] }> {
  const { request } = questions;
  requireSupport(request, 'elicitation.url');
  checkUrl(url);
  const elicitationId = crypto.randomUUID();
  const params = request.wire.params('ElicitParams', { mode: 'url', message, url, elicitationId });
  const answer = await questions.ask(key, { method: 'elicitation/create', params, timeoutMs });
  const action = readAction(questions, key, answer);
  if (action === 'accept' && completed !== undefined) {
    const notify = (): void => questions.completed(elicitationId);
    completed.then(notify, notify);
  }
  return { action };
}

/** Asks the user to agree. See `Ask.agree`. */
export async function agree(questions: RequestQuestions, key: string, message: string): Promise<Agreement> {
  if (!supports(questions.request, 'elicitation.form')) return UNABLE;
  const { action, content } = await askForm(questions, key, { message, requestedSchema: AGREEMENT });
  const isRefused = isObject(content) && content['agree'] === false;
  return action === 'accept' && !isRefused ? { agreed: true } : DECLINED;
}

// Codex with full access accepts a form without fields automatically, and other programs may do the same.
const AGREEMENT = {
  type: 'object',
  properties: { agree: { type: 'boolean', title: 'Agree', description: 'Optional: to accept is to agree.' } },
};

async function askForm(
  questions: RequestQuestions,
  key: string,
  { timeoutMs, ...form }: { message: string; requestedSchema: JsonObject; timeoutMs?: number | undefined },
): Promise<{ action: ElicitResult<unknown>['action']; content?: unknown }> {
  const params = questions.request.wire.params('ElicitParams', { mode: 'form', ...form });
  const { content, ...answer } = await questions.ask(key, {
    method: 'elicitation/create',
    params,
    timeoutMs,
  });
  return { action: readAction(questions, key, answer), content };
}

const UNABLE: Agreement = {
  agreed: false,
  why: 'The user has to agree, and this client cannot ask.',
  hint: 'Ask the user to use another client, or to start this server so that it does not ask.',
};

const DECLINED: Agreement = {
  agreed: false,
  why: 'The user did not agree.',
  hint: 'Do not try it in another way; ask the user what to do.',
};

function isEmpty({ properties }: JsonObject): boolean {
  return isObject(properties) && Object.keys(properties).length === 0;
}

function checkUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === 'https:') return;
  if (parsed?.protocol === 'http:' && LOCAL_HOSTS.includes(parsed.hostname)) return;
  throw new TypeError(`the URL of an elicitation must be https:, not ${quote(url)}`);
}

function readAction(
  questions: RequestQuestions,
  key: string,
  { action }: JsonObject,
): ElicitResult<unknown>['action'] {
  if (action === 'accept' || action === 'decline' || action === 'cancel') return action;
  throw questions.malformed(key, `"action" must be accept, decline or cancel, not ${quote(action)}`);
}
