import type { AdmittedRun, BegunRun, RunPart } from '../runs/run-task.ts';
import type { ErrorBody } from './errors.ts';
import type { FailedFacts } from './failed-facts.ts';

/** Writes a run as the events of one surface. Each method returns text for the wire, empty where there is nothing to say. */
export interface EventWriter {
  /** Called where the headers go out before the first part: it isn't known yet which model answers. */
  admitted(run: AdmittedRun): string;
  /** Called once before the first part. */
  begin(run: BegunRun): string;
  part(part: RunPart): string;
  /** The last event of a stream that failed. Nothing after it, or a reader would take it for an end. */
  failed(error: ErrorBody, facts: FailedFacts): string;
}
