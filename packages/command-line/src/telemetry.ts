// --otel: traces and metrics through the official SDK of OpenTelemetry, which is loaded only with this flag and
// configured by the OTEL_* variables.
import { Console } from 'node:console';
import { setTimeout } from 'node:timers/promises';
import type { ServerOptions } from '@mcp/runtime';
import { TELEMETRY_PACKAGES, type Command } from './command.ts';
import type { Flags } from './flags.ts';
import { loadOptional } from './optional-package.ts';

/** The traces and metrics of a server. */
export interface Telemetry {
  /** Wraps everything in the options in traces and metrics. */
  readonly wrap: (options: ServerOptions) => ServerOptions;
  /** Exports the rest, for at most two seconds. */
  end(): Promise<void>;
}

/** The part of the SDK that this module uses. */
interface Sdk {
  readonly NodeSDK: new () => { start(): void; shutdown(): Promise<void> };
}

const [, SDK] = TELEMETRY_PACKAGES;
const MOST_MS = 2000;

/**
 * Starts the SDK, which exports in the background. Unless the environment names the service, it has the name of the
 * program.
 *
 * @throws {UsageError} if a package is missing.
 */
export async function startTelemetry(command: Command<Flags>): Promise<Telemetry> {
  setDefaults(command, process.env);
  // The SDK and its exporter `console` write to the console, but stdout belongs to the protocol.
  globalThis.console = new Console(process.stderr, process.stderr);
  const [{ NodeSDK }, { withTelemetry }] = await loadOptional(command, '--otel', TELEMETRY_PACKAGES, () =>
    Promise.all([import(SDK) as Promise<Sdk>, import('@mcp/runtime/otel')]),
  );
  const sdk = new NodeSDK();
  sdk.start();
  return { wrap: (options) => withTelemetry(options), end: () => endInTime(command, sdk.shutdown()) };
}

// The SDK reads its settings from the environment only. It exports no logs, and nothing about the process, because the
// command line may contain paths.
function setDefaults({ name, version }: Command<Flags>, env: NodeJS.ProcessEnv): void {
  const { OTEL_RESOURCE_ATTRIBUTES: given = '' } = env;
  const known = [`service.name=${name}`, `service.version=${version}`];
  env['OTEL_RESOURCE_ATTRIBUTES'] = [...known, ...(given.trim() === '' ? [] : [given])].join(',');
  const defaults = {
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_RESOURCE_DETECTORS: 'env,host,os,serviceinstance',
    // The SDK reports an unreadable variable as a warning.
    OTEL_LOG_LEVEL: 'warn',
  };
  for (const [variable, value] of Object.entries(defaults)) {
    // All of them treat an empty value as unset.
    if ((env[variable] ?? '') === '') env[variable] = value;
  }
}

/** Waits for the last export, unless the collector does not answer. */
async function endInTime({ name }: Command<Flags>, sending: Promise<void>): Promise<void> {
  const late = setTimeout(MOST_MS, false, { ref: false });
  const sent = sending.then(() => true).catch(() => false);
  if (!(await Promise.race([sent, late])))
    process.stderr.write(
      `${name}: --otel: could not export the last traces and metrics; they were dropped\n`,
    );
}
