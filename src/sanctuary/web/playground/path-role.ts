import type { Explanation } from '../../pure.ts';

export type Candidate = Explanation['decision']['candidates'][number];

/** Role of a candidate on the path: chosen, fallback, or not on it. */
export type PathRole = 'taken' | 'fallback' | 'refused';

export function pathRoleOf({ reason }: Pick<Candidate, 'reason'>): PathRole {
  return reason === 'TAKEN' ? 'taken' : reason === 'FALLBACK' ? 'fallback' : 'refused';
}
