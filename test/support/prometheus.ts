import type { Api, Credential } from './api.ts';

/** One line of what was scraped. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

interface Family {
  type: string;
  samples: Sample[];
}

/** Families by their name, as a scrape has them. */
export type Scraped = ReadonlyMap<string, Family>;

const NAME = '[a-zA-Z_][a-zA-Z0-9_]*';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${NAME}="(?:[^"\\\\]|\\\\[\\\\"n])*",?)*)\\})? (\\S+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const LABEL = new RegExp(`(${NAME})="((?:[^"\\\\]|\\\\.)*)"`, 'g');

/**
 * Reads Prometheus' text format, version 0.0.4, and takes nothing that is not right: each family once and typed before its
 * samples, samples of no other family in between, no two of one name and labels, histograms that add up.
 */
export function parsePrometheus(text: string): Scraped {
  const families = new Map<string, Family>();
  let current: { name: string; family: Family } | undefined;
  const seen = new Set<string>();
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ') || line.startsWith('# UNIT ')) continue;
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed && type) {
      if (families.has(typed)) throw new Error(`There are two of ${typed}`);
      current = { name: typed, family: { type, samples: [] } };
      families.set(typed, current.family);
      continue;
    }
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (!name || !value || !current) throw new Error(`Not a sample: ${line}`);
    const suffixes = current.family.type === 'histogram' ? ['_count', '_sum', '_bucket'] : [''];
    if (!suffixes.some((suffix) => name === current!.name + suffix)) throw new Error(`Out of its family: ${line}`);
    const key = line.slice(0, line.lastIndexOf(' '));
    if (seen.has(key)) throw new Error(`Told twice: ${key}`);
    seen.add(key);
    const parsed = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
    if (Number.isNaN(parsed)) throw new Error(`Not a number: ${line}`);
    const entries = [...labels.matchAll(LABEL)].map(([, label, word]) => [
      label!,
      word!.replaceAll(/\\(["\\])/g, '$1'),
    ]);
    current.family.samples.push({ name, labels: Object.fromEntries(entries), value: parsed });
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') assertAddsUp(name, samples);
  return families;
}

function assertAddsUp(name: string, samples: readonly Sample[]): void {
  const keyOf = ({ labels: { le: _, ...labels } }: Sample) => JSON.stringify(labels);
  for (const [key, series] of Map.groupBy(samples, keyOf)) {
    const buckets = series.filter((one) => one.name === `${name}_bucket`);
    const count = series.find((one) => one.name === `${name}_count`)?.value;
    const rises = buckets.every(({ value }, at) => at === 0 || value >= buckets[at - 1]!.value);
    if (!rises || buckets.at(-1)?.labels.le !== '+Inf' || buckets.at(-1)?.value !== count) {
      throw new Error(`The buckets of ${name} ${key} do not add up`);
    }
  }
}

/**
 * What there is at `/metrics`.
 * @param only of this family, for who looks again and again: to read all of it takes longer than to write it
 */
export async function scrape(
  api: Pick<Api, 'fetch'>,
  as: Credential = 'operator',
  only: string | null = null,
): Promise<Scraped> {
  const response = await api.fetch('/metrics', { as });
  if (response.status !== 200) throw new Error(`/metrics answers ${response.status}`);
  const text = await response.text();
  if (only === null) return parsePrometheus(text);
  const lines = text.split('\n').filter((line) => line.includes(only));
  return parsePrometheus(`${lines.join('\n')}\n`);
}

/** The sum of the samples of this name that have these labels. */
export function total(scraped: Scraped, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const family = [...scraped].find(([family]) => name === family || name.replace(/_(count|sum)$/, '') === family)?.[1];
  return (family?.samples ?? [])
    .filter((one) => one.name === name && Object.entries(labels).every(([label, word]) => one.labels[label] === word))
    .reduce((sum, { value }) => sum + value, 0);
}
