import type { z } from 'zod';
import type { Permission } from '../platform/registry.ts';
import type { TypedDocumentString } from '../rest/generated/graphql.ts';

/** Hints about a tool that a client can display before it calls the tool. They hold for all arguments. */
export interface ToolNature {
  /** True if the tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** True if the tool may end or remove existing objects or work. */
  readonly destructiveHint: boolean;
  /** True if repeating the same call has no further effect. */
  readonly idempotentHint: boolean;
  /** True if the tool may contact an external system, such as a model provider. */
  readonly openWorldHint: boolean;
}

/**
 * An MCP tool: a name, the stored operation that it runs, and the conversion of arguments and results. As on REST, the operation
 * makes all decisions.
 */
export interface Tool<Data = unknown, Variables = unknown, Taken = unknown, Given = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly nature: ToolNature;
  readonly operation: TypedDocumentString<Data, Variables>;
  /** Permission that callers need in addition to that of the operation. */
  readonly permission?: Permission;
  readonly takes: z.ZodType<Taken>;
  readonly gives: z.ZodType<Given>;
  variables(taken: Taken): Variables;
  /** Types of the operation's result that have a `code` but are successful answers, not problems. */
  readonly answers?: readonly string[];
  /** Converts the operation's result, if it isn't a problem, to the tool's result. Null if the object doesn't exist. */
  result(data: Data, taken: Taken): Given | null;
  /** Describes the result as text, for clients that don't read JSON. */
  summaryOf(given: Given): string;
}

export function tool<Data, Variables, Taken, Given>(row: Tool<Data, Variables, Taken, Given>): Tool {
  return row as unknown as Tool;
}

export const READS: ToolNature = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Hints of tools that create something with each call. */
export const ADDS: ToolNature = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
