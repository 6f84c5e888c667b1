import type { Finding } from './rules.ts';

/** Number of findings by rule and top folder. */
export type Counts = Record<string, Record<string, number>>;

/** `src/gateway/runs/run.ts` counts for `src/gateway`, `docs/seals.md` for `docs`, `README.md` for itself. */
export function placeOf(file: string): string {
  const [top = '', next, ...deeper] = file.split('/');
  return top === 'src' && deeper.length > 0 ? `src/${next}` : top;
}

export function countsOf(findings: readonly Finding[]): Counts {
  const counts: Counts = {};
  for (const { rule, file } of findings) {
    counts[rule] ??= {};
    const byPlace = counts[rule];
    const place = placeOf(file);
    byPlace[place] = (byPlace[place] ?? 0) + 1;
  }
  return sorted(counts);
}

export interface Difference {
  rule: string;
  place: string;
  allowed: number;
  found: number;
}

/** Every place whose count isn't the baseline's. More is forbidden; fewer means that the baseline has to shrink. */
export function differences(baseline: Counts, counts: Counts): Difference[] {
  const rules = new Set([...Object.keys(baseline), ...Object.keys(counts)]);
  return [...rules].flatMap((rule) => {
    const places = new Set([...Object.keys(baseline[rule] ?? {}), ...Object.keys(counts[rule] ?? {})]);
    return [...places].flatMap((place) => {
      const allowed = baseline[rule]?.[place] ?? 0;
      const found = counts[rule]?.[place] ?? 0;
      return allowed === found ? [] : [{ rule, place, allowed, found }];
    });
  });
}

function sorted(counts: Counts): Counts {
  const inOrder = <Value>(of: Record<string, Value>) =>
    Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(inOrder(counts).map(([rule, places]) => [rule, Object.fromEntries(inOrder(places))]));
}
