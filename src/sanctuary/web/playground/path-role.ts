import type { Explanation } from '../../pure.ts';

export type Candidate = Explanation['decision']['candidates'][number];

/** How a candidate stands to the path. */
export type PathRole = 'taken' | 'fallback' | 'refused';

export function pathRoleOf({ reason }: Pick<Candidate, 'reason'>): PathRole {
  return reason === 'TAKEN' ? 'taken' : reason === 'FALLBACK' ? 'fallback' : 'refused';
}
