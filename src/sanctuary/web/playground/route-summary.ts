import type { Explanation } from '../../pure.ts';
import { texts } from '../texts.ts';

/** Routing decision in short: a title and the reason. */
export interface RouteSummary {
  title: string;
  why: string;
  /** The chosen deployment. Null if no deployment is eligible. */
  taken: string | null;
}

export function summarizeRoute(explanation: Explanation | null): RouteSummary {
  if (!explanation) {
    return { ...texts.playground.noResponse, taken: null };
  }
  const { task, path, candidates, refusal } = explanation.decision;
  const [taken] = path;
  if (taken === undefined) {
    return {
      title: texts.playground.noModelTitle(task),
      why: refusal?.sentence ?? texts.playground.noModelReason,
      taken: null,
    };
  }
  const why = candidates.find(({ deployment }) => deployment === taken)?.sentence ?? '';
  return { title: texts.playground.routeTitle(task, taken), why, taken };
}
