import type { AdmittedRun, BegunRun, RunPart } from '../runs/run-task.ts';
import type { ErrorBody } from './errors.ts';
import type { FailureFacts } from './failure-facts.ts';

/** Writes a run as the events of one API. Each method returns the text to send, which may be empty. */
export interface EventWriter {
  /** Called if the headers are sent before the first part, when the answering model isn't known. */
  admitted(run: AdmittedRun): string;
  /** Called once before the first part. */
  begin(run: BegunRun): string;
  part(part: RunPart): string;
  /** Last event of a failed stream. Nothing may follow it, or a client would take the stream for a success. */
  failed(error: ErrorBody, facts: FailureFacts): string;
}
