// Telemetry of a fixture server: with the SDK of OpenTelemetry, whose batches go nowhere, and without one.
import type { ServerOptions } from '@mcp/runtime';
import { withTelemetry } from '@mcp/runtime/otel';
import { metrics } from '@opentelemetry/api';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const SUCCESS = 0;

const nowhere = {
  export: (_: unknown, done: (result: { code: typeof SUCCESS }) => void): void => done({ code: SUCCESS }),
  shutdown: () => Promise.resolve(),
  forceFlush: () => Promise.resolve(),
};

/** Without an SDK there is nothing to record to. */
export const traced = (options: ServerOptions): ServerOptions => withTelemetry(options);

/** With one every request is a span and is measured. */
export const recorded = (options: ServerOptions): ServerOptions => {
  new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(nowhere)] }).register();
  metrics.setGlobalMeterProvider(
    new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: nowhere })] }),
  );
  return withTelemetry(options);
};
