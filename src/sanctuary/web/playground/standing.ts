import type { Explanation } from '../../pure.ts';

export type Candidate = Explanation['decision']['candidates'][number];

/** How a candidate stands to the path. */
export type Standing = 'taken' | 'fallback' | 'refused';

export function standingOf({ reason }: Pick<Candidate, 'reason'>): Standing {
  return reason === 'TAKEN' ? 'taken' : reason === 'FALLBACK' ? 'fallback' : 'refused';
}
