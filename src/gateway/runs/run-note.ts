import type { TaskKind } from '../../models/index.ts';
import type { RecordedDecision } from './run.entity.ts';
import type { AnyRunContext } from './run-context.ts';
import { runRequesterOf } from './run-rows.ts';

/** Note stored with a reservation: the only record of a run whose process ends unexpectedly. */
export interface RunNote extends Record<string, unknown> {
  readonly kind: TaskKind;
  readonly task: string;
  readonly taskVersion: number;
  readonly surface: string;
  readonly requestedBy: string;
  readonly startedAt: string;
  readonly isStreamed: boolean;
  readonly inputBytes: number;
  readonly inputSha256: string;
  readonly decision: RecordedDecision;
}

export function noteOf(run: AnyRunContext): RunNote {
  const { request, routed, prompt, startedAt, task } = run;
  return {
    kind: task.kind,
    task: task.name,
    taskVersion: task.version,
    surface: request.surface,
    requestedBy: runRequesterOf(run),
    startedAt: startedAt.toISOString(),
    isStreamed: request.isStreamed,
    inputBytes: prompt.byteSize,
    inputSha256: prompt.sha256,
    decision: { decision: routed.decision, request: routed.request, snapshot: routed.snapshot },
  };
}
