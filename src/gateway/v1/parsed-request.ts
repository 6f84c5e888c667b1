import type { TaskRequest } from '../runs/run-task.ts';

/** What a body asks for, checked. */
export interface ParsedRequest {
  readonly request: TaskRequest;
  /** Whether a stream is to end with what was used. */
  readonly wantsUsage: boolean;
  /** What of it makes no difference, in sentences. */
  readonly warnings: readonly string[];
}
