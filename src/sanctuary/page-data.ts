import type { ErrorCode } from '../platform/errors/error-codes.ts';
import type { ExplainRouteInput, ExplainRouteQuery } from '../rest/generated/graphql.ts';

/** Everything that the page shows about a task of the gateway. */
export interface TaskFacts {
  name: string;
  title: string;
  purpose: string;
  description: string;
  gates: readonly string[];
  labels: readonly string[];
  dataClass: string;
  /** Model deployments of the task’s slot, in the order of the routing policy. */
  deployments: readonly string[];
  /** True if the sandbox answers this task on this installation. Then anonymous callers can run the task. */
  isSimulated: boolean;
}

export interface ClusterFacts {
  name: string;
  title: string;
  purpose: string;
  tasks: readonly TaskFacts[];
}

/** A problem code and its explanation. Text between backticks is formatted as code. */
export interface ErrorFacts {
  code: ErrorCode;
  path: string;
  status: number;
  title: string;
  cause: string | null;
  advice: string;
  retry: string;
}

/**
 * Data that is the same for all visitors. It changes with the model catalogue, the routing policy and the provider keys of the
 * service.
 */
export interface SanctuaryFacts {
  version: string;
  publicUrl: string;
  clusters: readonly ClusterFacts[];
  errors: readonly ErrorFacts[];
  disclaimer: { version: number; text: string } | null;
  /** Names of the connections in the health report, so that the page can reserve space for their statuses. */
  connections: readonly string[];
}

export type Explanation = ExplainRouteQuery['explainRoute'];

/** Data from which the page is rendered, on the server and in the browser. The same data gives the same page. */
export interface SanctuaryData {
  facts: SanctuaryFacts;
  /** Query string of the page’s address, without the question mark. */
  search: string;
  /** Routing decision for the state in the query string. Null if the gateway didn’t respond. */
  explanation: Explanation | null;
}

/** Exports of the server build of `src/sanctuary/web`. */
export interface SanctuaryBundle {
  /** Returns the shortest equivalent query string: without unknown parameters and default values. */
  canonicalSearch(search: string, facts: SanctuaryFacts): string;
  explainInput(search: string, facts: SanctuaryFacts): ExplainRouteInput;
  /** Renders the page. `body` is HTML, `title` and `description` are plain text. */
  write(data: SanctuaryData): { title: string; description: string; body: string };
}
