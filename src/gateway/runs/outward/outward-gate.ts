import type { Context } from '../../../platform/context.ts';
import type { ToolCall } from '../run-task.ts';
import type { OutwardCall } from './outward-call.ts';

/** A run whose model has called such tools. */
export interface CallingRun {
  readonly runId: string;
  /** The beginning of what the model said before it called them; empty where it said nothing. */
  readonly text: string;
  /** True if the answer was cut off, and with it perhaps the arguments. */
  readonly isCutOff: boolean;
}

/** Asks people about calls of tools that write outside. A later feature has it, in the step `external-actions`. */
export interface OutwardGate {
  /**
   * Says of the name of a tool whether it writes outside. Nothing is asked of the database for most.
   * @param customerId whose call it is, where that is another than the context's
   */
  outwardFor(ctx: Context, customerId?: string | null): OutwardNames | Promise<OutwardNames>;
  /** Files a request for each of the calls, in their order. A call that can't be filed says so in its result; nothing is thrown. */
  file(ctx: Context, run: CallingRun, calls: readonly ToolCall[]): Promise<OutwardCall[]>;
}

/** Null: no tool does. */
export type OutwardNames = ((tool: string) => boolean) | null;
