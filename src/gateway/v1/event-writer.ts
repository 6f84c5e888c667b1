import type { RunPart } from '../runs/run-task.ts';
import type { ErrorBody } from './errors.ts';

/** Spells a run as the events of one surface. Each gives text for the wire; empty where there is nothing to say. */
export interface EventWriter {
  begin(): string;
  part(part: RunPart): string;
  /** After it nothing is said any more: who reads on must not take it for an end. */
  failed(error: ErrorBody): string;
}
