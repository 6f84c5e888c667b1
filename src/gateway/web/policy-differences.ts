import type { Difference } from '../../web/kit/conflict.tsx';
import { texts } from './texts.ts';

type PolicyJson = Record<string, unknown>;

/** Differences between two policies, by rule. */
export function differencesOf(mine: PolicyJson, theirs: PolicyJson): Difference[] {
  const [own, other] = [partsOf(mine), partsOf(theirs)];
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((name) => own.get(name) !== other.get(name))
    .map((field) => ({
      field,
      mine: own.get(field) ?? texts.editor.nothing,
      theirs: other.get(field) ?? texts.editor.nothing,
    }));
}

/** Parts of a policy as JSON text: rules by task, and other members by name. */
function partsOf({ rules, ...rest }: PolicyJson): Map<string, string> {
  const parts = new Map(Object.entries(rest).map(([name, value]) => [name, JSON.stringify(value)]));
  for (const rule of Array.isArray(rules) ? (rules as unknown[]) : []) {
    const { task, ...terms } = (rule ?? {}) as { task?: unknown };
    // Sorted, since the order of a rule's members has no meaning.
    parts.set(String(task), JSON.stringify(Object.fromEntries(Object.entries(terms).toSorted())));
  }
  return parts;
}

/** Policy as readable JSON. Each rule begins with its task. */
export function legible({ rules, ...rest }: PolicyJson): string {
  const ordered = (Array.isArray(rules) ? (rules as PolicyJson[]) : []).map(({ task, plans, ...paths }) => ({
    task,
    plans,
    ...paths,
  }));
  return JSON.stringify({ rules: ordered, ...rest }, null, 2);
}
