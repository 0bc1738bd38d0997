// Telemetry: a span for each request that runs, and how long all of them and the sessions took, by the semantic conventions
// for MCP.
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
  RpcError,
  ToolError,
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

type RequestEvent = Extract<ServerEvent, { readonly type: 'request' }>;

const SCOPE = '@mcp/runtime';
// What the conventions ask for, in seconds.
const BOUNDARIES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const MS = 1000;
const UNKNOWN = '_OTHER';
/** −32601 and −32602: what the client names need not exist, and would make as many series as it likes. */
const UNKNOWN_CODES: readonly (number | undefined)[] = [-32601, -32602, -32600, -32700];

/**
 * The options of a server with traces and metrics: spans `{method} {tool or prompt}`, and the histograms
 * `mcp.server.operation.duration` and `mcp.server.session.duration`. A span continues the trace that the request brings in
 * `_meta`, where the program has registered a propagator. Handlers run inside their span. Arguments and results are not recorded.
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
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    return context.with(trace.setSpan(parent, span), () => finish(span, next()));
  };
}

async function finish(span: Span, running: Promise<JsonObject>): Promise<JsonObject> {
  try {
    const result = await running;
    if (result['isError'] === true) fail(span, 'tool_error');
    return result;
  } catch (error) {
    if (error instanceof RpcError) {
      span.setAttribute('rpc.response.status_code', String(error.code));
      fail(span, String(error.code), error.message);
    } else if (error instanceof ToolError) fail(span, 'tool_error', error.message);
    else fail(span, error instanceof Error ? error.name : UNKNOWN);
    throw error;
  } finally {
    span.end();
  }
}

function fail(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) });
}

function describe({ method, params, tool, ctx }: MiddlewareRequest): {
  name: string;
  attributes: Attributes;
} {
  const { uri, name: given } = params;
  // Only what exists is in the name of a span: what clients make up would be as many names.
  const target = method === 'tools/call' ? tool?.name : undefined;
  const prompt = method === 'prompts/get' && typeof given === 'string' ? given : undefined;
  const session = ctx.session?.id;
  return {
    name: target === undefined ? method : `${method} ${target}`,
    attributes: {
      'mcp.method.name': method,
      'mcp.protocol.version': ctx.revision,
      'jsonrpc.request.id': String(ctx.requestId),
      'network.transport': ctx.headers === undefined ? 'pipe' : 'tcp',
      ...(session === undefined ? {} : { 'mcp.session.id': session }),
      ...(target === undefined ? {} : toolAttributes(target)),
      ...(prompt === undefined ? {} : { 'gen_ai.prompt.name': prompt }),
      ...(typeof uri === 'string' ? { 'mcp.resource.uri': uri } : {}),
    },
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
  const { outcome, code, status, method = UNKNOWN, name, revision: spoken } = event;
  const isKnown =
    outcome === 'ok' || outcome === 'failed' || (code !== undefined && !UNKNOWN_CODES.includes(code));
  const type = errorType(event);
  return {
    'mcp.method.name': code === -32601 || outcome === 'refused' ? UNKNOWN : method,
    ...(isKnown && spoken !== undefined ? { 'mcp.protocol.version': spoken } : {}),
    ...(isKnown && method === 'tools/call' && name !== undefined ? toolAttributes(name) : {}),
    ...(isKnown && method === 'prompts/get' && name !== undefined ? { 'gen_ai.prompt.name': name } : {}),
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
