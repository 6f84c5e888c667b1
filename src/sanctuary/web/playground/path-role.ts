import type { Explanation } from '../../pure.ts';

export type Candidate = Explanation['decision']['candidates'][number];

/** Role of a candidate deployment in the routing decision: chosen, fallback, or not used. */
export type PathRole = 'taken' | 'fallback' | 'refused';

export function pathRoleOf({ reason }: Pick<Candidate, 'reason'>): PathRole {
  return reason === 'TAKEN' ? 'taken' : reason === 'FALLBACK' ? 'fallback' : 'refused';
}
