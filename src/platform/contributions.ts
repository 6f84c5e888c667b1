/**
 * Data that features contribute to the platform or to an earlier feature, by kind and name. The feature that reads a kind adds it
 * to this interface by declaration merging. Contributions are collected after every feature is composed.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface Contributions {}

export type ReadContributions = <Kind extends keyof Contributions>(kind: Kind) => Contributions[Kind];

/** Merges the contributions of all features in order. @throws if two features contribute the same name to one kind */
export function collected(all: readonly (Partial<Contributions> | undefined)[]): ReadContributions {
  const byKind = new Map<string, Record<string, unknown>>();
  for (const [kind, brought] of all.flatMap((one) => Object.entries(one ?? {}))) {
    const known = byKind.get(kind) ?? Object.create(null);
    for (const [name, value] of Object.entries(brought as Record<string, unknown>)) {
      if (name in known) throw new Error(`Two features contribute the same member ${name} to ${kind}.`);
      known[name] = value;
    }
    byKind.set(kind, known);
  }
  return ((kind: string) => byKind.get(kind) ?? NOTHING) as ReadContributions;
}

const NOTHING = Object.freeze(Object.create(null));
