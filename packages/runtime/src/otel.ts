// @mcp/runtime/otel: traces and metrics of a server, through @opentelemetry/api, which the program brings along.
export { withTelemetry } from './otel/telemetry.ts';
