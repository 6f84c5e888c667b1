import type { Context } from '../../../platform/context.ts';
import type { ToolCall } from '../run-task.ts';
import type { WithheldCall } from './withheld-call.ts';

/** A run whose model has called such tools. */
export interface CallingRun {
  readonly runId: string;
  /** The beginning of what the model said before it called them; empty where it said nothing. */
  readonly text: string;
  /** True if the answer was cut off, and with it perhaps the arguments. */
  readonly isCutOff: boolean;
}

/** Asks people about calls of tools that write outside. A later feature has it, in the step `external-actions`. */
export interface ExternalActionGate {
  /**
   * Says of the name of a tool whether it writes outside. Nothing is asked of the database for most.
   * @param customerId whose call it is, where that is another than the context's
   */
  externalToolsFor(ctx: Context, customerId?: string | null): IsExternalTool | Promise<IsExternalTool>;
  /** Files a request for each of the calls, in their order. A call that can't be filed says so in its result; nothing is thrown. */
  file(ctx: Context, run: CallingRun, calls: readonly ToolCall[]): Promise<WithheldCall[]>;
}

/** Null: no tool does. */
export type IsExternalTool = ((tool: string) => boolean) | null;
