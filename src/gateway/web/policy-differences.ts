import type { Difference } from '../../web/kit/conflict.tsx';

type Policy = Record<string, unknown>;

/** What two policies say otherwise, rule by rule. */
export function differencesOf(mine: Policy, theirs: Policy): Difference[] {
  const [own, other] = [partsOf(mine), partsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((name) => own.get(name) !== other.get(name))
    .map((field) => ({ field, mine: own.get(field) ?? 'nothing', theirs: other.get(field) ?? 'nothing' }));
}

/** Each rule by its task, and whatever else there is, as text. */
function partsOf({ rules, ...rest }: Policy): Map<string, string> {
  const parts = new Map(Object.entries(rest).map(([name, value]) => [name, JSON.stringify(value)]));
  for (const rule of Array.isArray(rules) ? (rules as unknown[]) : []) {
    const { task, ...said } = (rule ?? {}) as { task?: unknown };
    // Whoever types may have another order of the names, and means the same.
    parts.set(String(task), JSON.stringify(Object.fromEntries(Object.entries(said).toSorted())));
  }
  return parts;
}

/** A policy as it is read best: each rule begins with what it is for. */
export function legible({ rules, ...rest }: Policy): string {
  const ordered = (Array.isArray(rules) ? (rules as Policy[]) : []).map(({ task, plans, ...paths }) => ({
    task,
    plans,
    ...paths,
  }));
  return JSON.stringify({ rules: ordered, ...rest }, null, 2);
}
