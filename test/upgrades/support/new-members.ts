/** Kinds of statements that an issuer signs. */
export type StatementKind = 'seal' | 'status' | 'standing' | 'decision' | 'anchor';

/**
 * Members that this version signs and the verifier of an earlier release doesn't know, by path. A strict verifier refuses a
 * statement that has one, so a new member has to be worth that, and the changelog has to say so. Later verifiers report it.
 */
export const NEW_MEMBERS: Record<string, Partial<Record<StatementKind, string[]>>> = {
  '0.1.0': { anchor: ['predicate.previous'], decision: ['predicate.disregarded'] },
  '0.2.0': { anchor: ['predicate.previous'], decision: ['predicate.disregarded'] },
};

/** Releases whose verifier refuses unknown members. */
export const STRICT_RELEASES: readonly string[] = ['0.1.0', '0.2.0'];
