import type { ErrorCode } from '../platform/errors/error-codes.ts';
import type { ExplainRouteInput, ExplainRouteQuery } from '../rest/generated/graphql.ts';

/** Everything that the page shows of a task. */
export interface TaskFacts {
  name: string;
  title: string;
  purpose: string;
  description: string;
  gates: readonly string[];
  labels: readonly string[];
  dataClass: string;
  /** Deployments of the task’s slot, in the order of the policy. */
  deployments: readonly string[];
  /** True if the sandbox answers this task here. Then anonymous callers can run it. */
  isSimulated: boolean;
}

export interface ClusterFacts {
  name: string;
  title: string;
  purpose: string;
  tasks: readonly TaskFacts[];
}

/** An error code and its explanation. Text between backticks is shown as code. */
export interface ErrorFacts {
  code: ErrorCode;
  path: string;
  status: number;
  title: string;
  cause: string | null;
  advice: string;
  retry: string;
}

/** Data that is the same for all visitors. It changes with the catalogue, the policy and the keys of the service. */
export interface SanctuaryFacts {
  version: string;
  publicUrl: string;
  clusters: readonly ClusterFacts[];
  errors: readonly ErrorFacts[];
  disclaimer: { version: number; text: string } | null;
  /** Names of the connections in the health report, so that the page can reserve space for them. */
  connections: readonly string[];
}

export type Explanation = ExplainRouteQuery['explainRoute'];

/** Input of the page. The same data gives the same page on the server and in the browser. */
export interface SanctuaryData {
  facts: SanctuaryFacts;
  /** Query string of the address, without the question mark. */
  search: string;
  /** Null if the gateway didn’t respond. */
  explanation: Explanation | null;
}

/** Exports of the server build of `src/sanctuary/web`. */
export interface SanctuaryBundle {
  /** Shortest equivalent query string: unknown parameters and default values are removed. */
  canonicalSearch(search: string, facts: SanctuaryFacts): string;
  explainInput(search: string, facts: SanctuaryFacts): ExplainRouteInput;
  /** `body` is HTML; the others are plain text. */
  write(data: SanctuaryData): { title: string; description: string; body: string };
}
