// Where and with which versions a report was made.
import { cpus } from 'node:os';
import type { Lane } from '../variants.ts';
import { installedVersion } from '../variants.ts';

export interface Environment {
  readonly date: string;
  readonly node: string;
  readonly processors: string;
  readonly variants: Readonly<Record<string, string>>;
}

function describeProcessors(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model ?? 'unknown'}`;
}

/** Where something was measured, in one line. */
export function describeMachine(): string {
  return `Node ${process.version}, ${describeProcessors()}, ${new Date().toISOString().slice(0, 10)}`;
}

export function describeEnvironment(lanes: readonly Lane[]): Environment {
  const versions = lanes.map(({ variant: { name, title } }) => {
    // A library may need other packages over HTTP than over stdio.
    const packages = new Set(lanes.flatMap(({ variant }) => (variant.name === name ? variant.packages : [])));
    const parts = [...packages].map((part) => `${part} ${installedVersion(part) ?? '(not installed)'}`);
    return [name, parts.length > 0 ? parts.join(', ') : title] as const;
  });
  return {
    date: new Date().toISOString(),
    node: process.version,
    processors: describeProcessors(),
    variants: Object.fromEntries(versions),
  };
}

export function formatEnvironment({ node, processors, variants }: Environment): string {
  const lines = Object.entries(variants).map(([name, text]) => `  ${name.padEnd(20)} ${text}`);
  return [`Node ${node}, ${processors}; median (p25–p75)`, ...lines, ''].join('\n');
}
