// The dashboard for Grafana: its queries are PromQL, and name metrics and labels that a server really has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, test } from 'vitest';
import { defineServer, defineTool, ToolError } from '../../src/index.ts';
import { withTelemetry } from '../../src/otel.ts';
import { connect } from '../../src/testing/connect.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const file = join(import.meta.dirname, '../../docs/grafana-dashboard.json');
const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const queries = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })));

/** What Prometheus adds to every series: where it comes from. */
const OF_PROMETHEUS = ['job', 'instance'];
/** How a unit is spelled in names where OTLP is translated for Prometheus. The exporter of the SDK leaves it out. */
const UNITS: Readonly<Record<string, string>> = { s: 'seconds' };

type Series = Map<string, Set<string>>;

/** The series that a server has, with their labels, as the exporter spells them and as translated OTLP does. */
const spellings: Series[] = [new Map(), new Map()];

const read = (text: string, translate: boolean): Series => {
  const units = new Map(
    [...text.matchAll(/^# UNIT (\S+) (\S+)$/gm)].map(([, name = '', unit = '']) => [name, unit]),
  );
  const spell = (name: string): string => {
    const base = name.replace(/_(?:bucket|count|sum)$/, '');
    const unit = UNITS[units.get(base) ?? ''];
    return translate && unit !== undefined ? `${base}_${unit}${name.slice(base.length)}` : name;
  };
  const series: Series = new Map();
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const known = series.get(spell(name)) ?? new Set(OF_PROMETHEUS);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(spell(name), known);
  }
  return series;
};

beforeAll(async () => {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const meters = new MeterProvider({ readers: [exporter] });
  const add = defineTool({ name: 'add', run: () => 'added' });
  const fail = defineTool({ name: 'fail', run: () => Promise.reject(new ToolError('No.')) });
  const options = { name: 'test', version: '1', tools: [add, fail] };
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const server = defineServer(withTelemetry(options, { meter: meters.getMeter('m') }));
    const client = await connect(server, { revision });
    for (const name of ['add', 'fail', 'nothing'])
      await client.request('tools/call', { name }).catch(() => {});
    await client.close();
  }
  const { resourceMetrics } = await exporter.collect();
  const text = new PrometheusSerializer().serialize(resourceMetrics);
  await meters.shutdown();
  for (const [index, translate] of [false, true].entries()) spellings[index] = read(text, translate);
});

interface Selector {
  /** The regular expression of its `__name__`. */
  readonly name: string;
  readonly labels: readonly string[];
}

interface Query {
  readonly faults: number;
  readonly selectors: readonly Selector[];
  readonly grouped: readonly string[];
}

/** What a query names. The variables of Grafana stand in strings, but for the interval. */
const parse = (given: string): Query => {
  const expr = given.replaceAll('$__rate_interval', '5m');
  let faults = 0;
  const selectors: { name: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, name, from, to, node }) => {
      if (type.isError) faults++;
      if (name === 'VectorSelector') selectors.push({ name: '', labels: [] });
      if (name !== 'LabelName') return;
      const label = expr.slice(from, to);
      if (node.parent?.name === 'GroupingLabels') grouped.push(label);
      else if (label === '__name__')
        Object.assign(selectors.at(-1) ?? {}, { name: /"(.*?)"/.exec(expr.slice(to))?.[1] ?? '' });
      else selectors.at(-1)?.labels.push(label);
    },
  });
  return { faults, selectors, grouped };
};

/** What a query names that is not there. */
const missingIn = (expr: string, series: Series): string[] => {
  const { faults, selectors, grouped } = parse(expr);
  const all = new Set<string>();
  const missing = selectors.flatMap(({ name, labels }) => {
    const pattern = new RegExp(`^(?:${name})$`);
    const found = [...series].filter(([known]) => pattern.test(known));
    const known = new Set(found.flatMap(([, its]) => [...its]));
    for (const label of known) all.add(label);
    if (found.length !== 1) return [`${found.length} metrics for ${name}`];
    return labels.filter((label) => !known.has(label));
  });
  return [
    ...(faults > 0 ? ['no PromQL'] : []),
    ...(selectors.length === 0 ? ['no metric'] : []),
    ...missing,
    ...grouped.filter((label) => !all.has(label)),
  ];
};

const HOW = ['as the exporter spells them', 'as translated OTLP does'];

describe.each(HOW.map((how, index) => [how, index] as const))('metrics %s', (_, index) => {
  test.each(queries)('$title: $expr', ({ expr }) => {
    expect(missingIn(expr, spellings[index] ?? new Map())).toEqual([]);
  });

  test.each(templating.list.filter(({ definition }) => definition !== undefined))(
    'the variable $name has values',
    ({ definition = '' }) => {
      const [, selector = '', label = ''] = /^label_values\((\{.*\}), (\w+)\)$/.exec(definition) ?? [];
      expect(missingIn(`sum by (${label}) (${selector})`, spellings[index] ?? new Map())).toEqual([]);
    },
  );
});

test('every label in a legend is one that the query keeps', () => {
  const lost = queries.flatMap(({ title, expr, legendFormat }) => {
    const { grouped } = parse(expr);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
    return shown.filter((label) => !grouped.includes(label)).map((label) => `${title}: ${label}`);
  });
  expect(lost).toEqual([]);
});

test('what is not there is found', () => {
  const [series = new Map<string, Set<string>>()] = spellings;
  const of = (name: string, label: string): string =>
    `sum by (le) (rate({__name__=~"${name}",${label}="x"}[5m]))`;
  const bucket = 'mcp_server_operation_duration_bucket';
  expect(missingIn(of(bucket, 'mcp_method_name'), series)).toEqual([]);
  expect(missingIn(of('mcp_server_requests', 'job'), series)).toEqual([
    '0 metrics for mcp_server_requests',
    'le',
  ]);
  expect(missingIn(of(bucket, 'tool'), series)).toEqual(['tool']);
  expect(missingIn(of('mcp_server_session_duration_bucket', 'error_type'), series)).toEqual(['error_type']);
  expect(missingIn('sum by (le) (rate(', series)).toContain('no PromQL');
});

test('panels have ids of their own and do not lie on each other', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
});
