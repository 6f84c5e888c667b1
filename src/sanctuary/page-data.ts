import type { ErrorCode } from '../platform/errors/error-codes.ts';
import type { ExplainRouteInput, ExplainRouteQuery } from '../rest/generated/graphql.ts';

/** A task of a cluster, with all that the page says of it. */
export interface TaskFacts {
  name: string;
  title: string;
  purpose: string;
  description: string;
  gates: readonly string[];
  labels: readonly string[];
  dataClass: string;
  /** What its slot has, in the order of the policy. */
  deployments: readonly string[];
  /** Whether the sandbox answers it here, as the service stands: then strangers may run it. */
  isSimulated: boolean;
}

export interface ClusterFacts {
  name: string;
  title: string;
  purpose: string;
  tasks: readonly TaskFacts[];
}

/** What there is to say of a code. What stands between backticks is code. */
export interface ErrorFacts {
  code: ErrorCode;
  path: string;
  status: number;
  title: string;
  cause: string | null;
  advice: string;
  retry: string;
}

/** What of the page is the same for everybody, and changes with the catalogue, the policy and the keys of the service. */
export interface SanctuaryFacts {
  version: string;
  publicUrl: string;
  clusters: readonly ClusterFacts[];
  errors: readonly ErrorFacts[];
  disclaimer: { version: number; text: string } | null;
  /** Names in the health report, so that the page can reserve their places. */
  connections: readonly string[];
}

export type Explanation = ExplainRouteQuery['explainRoute'];

/** Everything that a page is made of: the same gives the same page, on the server and in the browser. */
export interface SanctuaryData {
  facts: SanctuaryFacts;
  /** What is asked for, as it stands in the address behind the question mark. */
  search: string;
  /** Null where it could not be asked. */
  explanation: Explanation | null;
}

/** What the build of `src/sanctuary/web` offers to a server. */
export interface SanctuaryBundle {
  /** The address in its shortest form: what it does not know is left out. */
  canonicalSearch(search: string, facts: SanctuaryFacts): string;
  explainInput(search: string, facts: SanctuaryFacts): ExplainRouteInput;
  /** All of them plain text but `body`. */
  write(data: SanctuaryData): { title: string; description: string; body: string };
}
