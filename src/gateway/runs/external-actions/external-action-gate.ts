import type { Context } from '../../../platform/context.ts';
import type { ToolCall } from '../run-task.ts';
import type { WithheldCall } from './withheld-call.ts';

/** A run whose model has called tools that write to external systems. */
export interface CallingRun {
  readonly runId: string;
  /** Start of the model's text. Empty if there was none. */
  readonly text: string;
  /** True if the answer was cut off, so that the arguments may be incomplete. */
  readonly isCutOff: boolean;
}

/**
 * Files calls of tools that write to external systems for approval. A later feature provides it, in the step `external-actions`.
 */
export interface ExternalActionGate {
  /**
   * Returns a test for names of tools that write to external systems. Rarely reads the database.
   * @param customerId customer of the call, if it isn't the context's
   */
  externalToolsFor(ctx: Context, customerId?: string | null): IsExternalTool | Promise<IsExternalTool>;
  /** Files a publish request for each call, in order. A failure is reported in the result of the call; nothing is thrown. */
  file(ctx: Context, run: CallingRun, calls: readonly ToolCall[]): Promise<WithheldCall[]>;
}

/** Returns true for the name of a tool that writes to an external system. Null if no tool does. */
export type IsExternalTool = ((tool: string) => boolean) | null;
