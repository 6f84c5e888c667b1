import type { TaskRequest } from '../runs/run-task.ts';

/** Valid request of the OpenAI-compatible API, converted to a request of the gateway. */
export interface ParsedRequest {
  readonly request: TaskRequest;
  /** True if a stream should end with the usage. */
  readonly wantsUsage: boolean;
  /** Sentences about parameters without effect. */
  readonly warnings: readonly string[];
}
