import type { Explanation } from '../../pure.ts';

/** Title and reason of a routing decision. */
export interface RouteSummary {
  title: string;
  why: string;
  /** Chosen deployment. Null if no deployment is eligible. */
  taken: string | null;
}

export function summarizeRoute(explanation: Explanation | null): RouteSummary {
  if (!explanation) {
    return { title: 'The gateway didn’t respond', why: 'Check its health below, then try again.', taken: null };
  }
  const { task, path, candidates, refusal } = explanation.decision;
  const [taken] = path;
  if (taken === undefined) {
    return {
      title: `${task} has no eligible model`,
      why: refusal?.sentence ?? 'No deployment is eligible.',
      taken: null,
    };
  }
  const why = candidates.find(({ deployment }) => deployment === taken)?.sentence ?? '';
  return { title: `${task} goes to ${taken}`, why, taken };
}
