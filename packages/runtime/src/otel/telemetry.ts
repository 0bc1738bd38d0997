// Telemetry: a span for each request that runs, and how long all of them and the sessions took, by the semantic
// conventions for MCP.
import {
  context,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Histogram,
  type Meter,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import {
  isSuspension,
  RpcError,
  ToolError,
  type Context,
  type JsonObject,
  type Middleware,
  type MiddlewareRequest,
  type ServerEvent,
  type ServerOptions,
} from '../index.ts';

/** Where telemetry goes. */
export interface TelemetryOptions {
  /** Default: that of the global provider. */
  readonly tracer?: Tracer;
  /** Default: that of the global provider. */
  readonly meter?: Meter;
}

type AroundQuestion = Parameters<MiddlewareRequest['aroundQuestions']>[0];
type Question = Parameters<AroundQuestion>[0];

type RequestEvent = Extract<ServerEvent, { readonly type: 'request' }>;

const SCOPE = '@mcp/runtime';
// What the conventions ask for, in seconds.
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const MS = 1000;
const UNKNOWN = '_OTHER';

/**
 * The options of a server with traces and metrics: spans `{method} {tool or prompt}`, and the histograms
 * `mcp.server.operation.duration` and `mcp.server.session.duration`. A span continues the trace that the request
 * brings in `_meta`, where the program has registered a propagator, and questions to the client bring theirs there.
 * Handlers run inside their span. Arguments, results and texts are not recorded.
 *
 * @example
 * const server = defineServer(withTelemetry({ name: 'clock', version: '1.0.0', tools: [now] }));
 */
export function withTelemetry(options: ServerOptions, telemetry: TelemetryOptions = {}): ServerOptions {
  const { tracer = trace.getTracer(SCOPE), meter = metrics.getMeter(SCOPE) } = telemetry;
  const { middleware = [], observe } = options;
  const record = recorder(meter);
  return {
    ...options,
    middleware: [spans(tracer), ...middleware],
    observe: (event) => {
      record(event);
      observe?.(event);
    },
  };
}

function spans(tracer: Tracer): Middleware {
  return (request, next) => {
    const parent = propagation.extract(context.active(), request.ctx.trace);
    const { name, attributes } = describe(request);
    const ambient = trace.getSpanContext(context.active());
    const links =
      ambient === undefined || ambient === trace.getSpanContext(parent) ? [] : [{ context: ambient }];
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
    request.aroundQuestions(questions(tracer, request.ctx));
    return context.with(trace.setSpan(parent, span), () => finish(span, next()));
  };
}

// In a session a question is a request, and the time of its span is the client's. In 2026-07-28 and in tasks it is a
// part of what the client gets, which waits for it: it only names the trace.
function questions(tracer: Tracer, ctx: Context): AroundQuestion {
  return (question, ask) => {
    const { method, sent } = question;
    if (question.isRequest !== true) return ask(traced(question));
    const attributes = { 'mcp.method.name': method, ...connectionOf(ctx) };
    const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
    const told = (id: string | number): void => {
      span.setAttribute('jsonrpc.request.id', String(id));
      sent?.(id);
    };
    return context.with(trace.setSpan(context.active(), span), () =>
      finish(span, ask({ ...traced(question), sent: told })),
    );
  };
}

function traced(question: Question): Question {
  const carrier = {};
  propagation.inject(context.active(), carrier);
  if (Object.keys(carrier).length === 0) return question;
  const { params = {} } = question;
  return { ...question, params: { ...params, _meta: { ...Object(params['_meta']), ...carrier } } };
}

async function finish(span: Span, running: Promise<JsonObject>): Promise<JsonObject> {
  try {
    const result = await running;
    if (result['isError'] === true) fail(span, 'tool_error');
    return result;
  } catch (error) {
    if (error instanceof RpcError) {
      span.setAttribute('rpc.response.status_code', String(error.code));
      fail(span, String(error.code));
    } else if (error instanceof ToolError) fail(span, 'tool_error');
    // A question to the client is not a failure.
    else if (!isSuspension(error)) fail(span, error instanceof Error ? error.name : UNKNOWN);
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function describe({ method, params, tool, ctx }: MiddlewareRequest): {
  name: string;
  attributes: Attributes;
} {
  const { uri, name: given } = params;
  // Only what exists is in the name of a span: what clients make up would be as many names.
  const target = method === 'tools/call' ? tool?.name : undefined;
  const prompt = method === 'prompts/get' && typeof given === 'string' ? given : undefined;
  return {
    name: target === undefined ? method : `${method} ${target}`,
    attributes: {
      'mcp.method.name': method,
      'jsonrpc.request.id': String(ctx.requestId),
      ...connectionOf(ctx),
      ...(target === undefined ? {} : toolAttributes(target)),
      ...(prompt === undefined ? {} : { 'gen_ai.prompt.name': prompt }),
      ...(typeof uri === 'string' ? { 'mcp.resource.uri': uri } : {}),
    },
  };
}

function connectionOf({ revision, headers, session }: Context): Attributes {
  return {
    'mcp.protocol.version': revision,
    'network.transport': headers === undefined ? 'pipe' : 'tcp',
    ...(session?.id === undefined ? {} : { 'mcp.session.id': session.id }),
  };
}

function toolAttributes(name: string): Attributes {
  return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name };
}

function recorder(meter: Meter): (event: ServerEvent) => void {
  const histogram = (name: string, description: string): Histogram =>
    meter.createHistogram(name, {
      description,
      unit: 's',
      advice: { explicitBucketBoundaries: BOUNDARIES },
    });
  const operations = histogram('mcp.server.operation.duration', 'How long requests took.');
  const sessions = histogram('mcp.server.session.duration', 'How long sessions lasted.');
  return (event) => {
    if (event.type === 'request') operations.record(event.durationMs / MS, attributesOf(event));
    else if (event.phase === 'end')
      sessions.record(event.durationMs / MS, { 'mcp.protocol.version': event.revision });
  };
}

function attributesOf(event: RequestEvent): Attributes {
  const { code, status, method = UNKNOWN, name, revision: spoken } = event;
  const type = errorType(event);
  return {
    'mcp.method.name': method,
    ...(spoken === undefined ? {} : { 'mcp.protocol.version': spoken }),
    ...(method === 'tools/call' && name !== undefined ? toolAttributes(name) : {}),
    ...(method === 'prompts/get' && name !== undefined ? { 'gen_ai.prompt.name': name } : {}),
    ...(type === undefined ? {} : { 'error.type': type }),
    ...(code === undefined ? {} : { 'rpc.response.status_code': String(code) }),
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
  };
}

function errorType({ outcome, code, status }: RequestEvent): string | undefined {
  if (outcome === 'ok') return undefined;
  if (outcome === 'failed') return 'tool_error';
  return String(code ?? status ?? outcome);
}
