// Traces and metrics with OpenTelemetry.
// region telemetry
import { defineServer, defineTool } from '@mcp/runtime';
import { withTelemetry } from '@mcp/runtime/otel';

const tick = defineTool({ name: 'tick', description: 'Ticks once.', run: () => 'tick' });

/** A server whose traces and metrics go wherever the program's SDK sends them. */
export const server = defineServer(withTelemetry({ name: 'clock', version: '1.0.0', tools: [tick] }));
// endregion
