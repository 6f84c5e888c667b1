import type { Explanation } from '../../pure.ts';

/** Where it goes, in a line, and why, in a sentence. */
export interface RouteSummary {
  title: string;
  why: string;
  /** Null where it goes nowhere. */
  taken: string | null;
}

export function summarizeRoute(explanation: Explanation | null): RouteSummary {
  if (!explanation) {
    return { title: 'The gateway could not be asked', why: 'Look at its health below, and try again.', taken: null };
  }
  const { task, path, candidates, refusal } = explanation.decision;
  const [taken] = path;
  if (taken === undefined) {
    return { title: `${task} goes nowhere`, why: refusal?.sentence ?? 'Nothing can take it.', taken: null };
  }
  const why = candidates.find(({ deployment }) => deployment === taken)?.sentence ?? '';
  return { title: `${task} goes to ${taken}`, why, taken };
}
