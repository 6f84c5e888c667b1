import {
  type RenderWholeFragment,
  RunOfRenderDocument,
  type RunOfRenderQuery,
} from '../../web/generated/renders/graphql.ts';
import type { Failure } from '../../web/kit/failure.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';

export type RunOfRender = Extract<RunOfRenderQuery['node'], { __typename: 'Run' }>;

export interface RunState {
  /** Null if the render has no run, or the user can't see the run. Undefined until the run is loaded. */
  data: RunOfRender | null | undefined;
  failure: Failure | null;
}

/** Loads the gateway run of a render, with its cost and provider. */
export function useRunOf({ runId }: Pick<RenderWholeFragment, 'runId'>): RunState {
  const may = useMay();
  const isAsked = Boolean(runId) && may('runs:read');
  const { data, failure } = useQueryOf(RunOfRenderDocument, { id: runId ?? '' }, { pause: !isAsked });
  if (!isAsked) return { data: null, failure: null };
  const node = data?.node;
  return { data: data === undefined ? undefined : node?.__typename === 'Run' ? node : null, failure };
}
