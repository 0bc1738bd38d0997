// --otel: traces and metrics by the official SDK of OpenTelemetry, which the OTEL_* variables configure. It is loaded
// with the flag only.
import { Console } from 'node:console';
import { setTimeout } from 'node:timers/promises';
import type { ServerOptions } from '@mcp/runtime';
import { TELEMETRY_PACKAGES, type Command } from './command.ts';
import type { Flags } from './flags.ts';
import { loadOptional } from './optional-package.ts';

/** What `--otel` adds to a server. */
export interface Telemetry {
  /** The options with traces and metrics around all that they have. */
  readonly wrap: (options: ServerOptions) => ServerOptions;
  /** Sends what is still to be sent, for two seconds at most. */
  end(): Promise<void>;
}

/** What is used of the SDK. */
interface Sdk {
  readonly NodeSDK: new () => { start(): void; shutdown(): Promise<void> };
}

const [, SDK] = TELEMETRY_PACKAGES;
const MOST_MS = 2000;

/**
 * Starts the SDK, which sends in the background. Where the environment says nothing, the service has the name of the
 * program.
 *
 * @throws {UsageError} when a package is missing.
 */
export async function startTelemetry(command: Command<Flags>): Promise<Telemetry> {
  setDefaults(command, process.env);
  // The SDK writes its log to the console, and so does its exporter `console`. stdout belongs to the protocol.
  globalThis.console = new Console(process.stderr, process.stderr);
  const [{ NodeSDK }, { withTelemetry }] = await loadOptional(command, '--otel', TELEMETRY_PACKAGES, () =>
    Promise.all([import(SDK) as Promise<Sdk>, import('@mcp/runtime/otel')]),
  );
  const sdk = new NodeSDK();
  sdk.start();
  return { wrap: (options) => withTelemetry(options), end: () => endInTime(command, sdk.shutdown()) };
}

// The SDK takes all from the environment, so what this program knows goes there too. It sends no logs, and nothing
// about the process: its command line may have paths.
function setDefaults({ name, version }: Command<Flags>, env: NodeJS.ProcessEnv): void {
  const { OTEL_RESOURCE_ATTRIBUTES: given = '' } = env;
  const known = [`service.name=${name}`, `service.version=${version}`];
  env['OTEL_RESOURCE_ATTRIBUTES'] = [...known, ...(given.trim() === '' ? [] : [given])].join(',');
  const defaults = {
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_RESOURCE_DETECTORS: 'env,host,os,serviceinstance',
    // Warnings too: it only warns of a variable that it cannot read.
    OTEL_LOG_LEVEL: 'warn',
  };
  for (const [variable, value] of Object.entries(defaults)) {
    // Empty is as good as not set, in all of them.
    if ((env[variable] ?? '') === '') env[variable] = value;
  }
}

/** Waits for the last export, but not for a collector that does not answer. */
async function endInTime({ name }: Command<Flags>, sending: Promise<void>): Promise<void> {
  const late = setTimeout(MOST_MS, false, { ref: false });
  const sent = sending.then(() => true).catch(() => false);
  if (!(await Promise.race([sent, late])))
    process.stderr.write(
      `${name}: --otel: could not export the last traces and metrics; they were dropped\n`,
    );
}
