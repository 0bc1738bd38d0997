// Collector: receives what an OpenTelemetry exporter sends over HTTP as JSON (OTLP), for tests to inspect.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An attribute value of one type. */
interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

interface Attribute {
  readonly key: string;
  readonly value: Value;
}

interface Resource {
  readonly attributes: readonly Attribute[];
}

/** A span or a metric point; only histograms have `count`. */
export interface Sent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly traceId?: string;
  readonly parentSpanId?: string;
  readonly count?: number;
}

type Part<Name extends string, Item> = { readonly [name in Name]?: readonly Item[] };
type Spans = Part<
  'resourceSpans',
  { resource: Resource } & Part<'scopeSpans', Part<'spans', Omit<Sent, 'attributes'> & Resource>>
>;
type Metrics = Part<
  'resourceMetrics',
  { resource: Resource } & Part<
    'scopeMetrics',
    Part<'metrics', { name: string; histogram?: Part<'dataPoints', Resource & { count: number | string }> }>
  >
>;

const toRecord = ({ attributes }: Resource): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const toSpans = ({ resourceSpans = [] }: Spans): Sent[] =>
  resourceSpans.flatMap(({ resource, scopeSpans = [] }) =>
    scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({ ...span, attributes: toRecord(span), resource: toRecord(resource) })),
    ),
  );

const toPoints = ({ resourceMetrics = [] }: Metrics): Sent[] =>
  resourceMetrics.flatMap(({ resource, scopeMetrics = [] }) =>
    scopeMetrics.flatMap(({ metrics = [] }) =>
      metrics.flatMap(({ name, histogram }) =>
        (histogram?.dataPoints ?? []).map((point) => ({
          name,
          attributes: toRecord(point),
          resource: toRecord(resource),
          count: Number(point.count),
        })),
      ),
    ),
  );

/** A collector on loopback. */
export class Collector implements AsyncDisposable {
  readonly spans: Sent[] = [];
  /** All received histogram points, oldest first. */
  readonly points: Sent[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', (request, response) => {
      void collector
        .#take(request)
        .finally(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  /** The environment variables that direct an exporter to this collector. */
  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    };
  }

  async #take(request: IncomingMessage): Promise<void> {
    const body = await json(request);
    if (request.url === '/v1/traces') this.spans.push(...toSpans(body as Spans));
    else if (request.url === '/v1/metrics') this.points.push(...toPoints(body as Metrics));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
