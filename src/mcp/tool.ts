import type { z } from 'zod';
import type { Permission } from '../platform/registry.ts';
import type { TypedDocumentString } from '../rest/generated/graphql.ts';

/** Hints that a client can show before it calls a tool. They hold for all arguments. */
export interface ToolNature {
  /** True if the tool changes nothing. */
  readonly readOnlyHint: boolean;
  /** True if the tool may end or remove something that exists. */
  readonly destructiveHint: boolean;
  /** True if repeating the same call has no further effect. */
  readonly idempotentHint: boolean;
  /** True if the tool may contact an external system, such as a model provider. */
  readonly openWorldHint: boolean;
}

/**
 * A tool: a name, the stored operation that it runs, and the translation between both. As on REST, all decisions are made by the
 * operation.
 */
export interface Tool<Data = unknown, Variables = unknown, Taken = unknown, Given = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly nature: ToolNature;
  readonly operation: TypedDocumentString<Data, Variables>;
  /** Permission required in addition to the operation's. */
  readonly permission?: Permission;
  readonly takes: z.ZodType<Taken>;
  readonly gives: z.ZodType<Given>;
  variables(taken: Taken): Variables;
  /** Arguments by the operation's input pointer, where the names differ. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** Types of the operation's result that have a code but are answers, not problems. */
  readonly answers?: readonly string[];
  /** Converts the operation's answer if it isn't a problem. Null if the object doesn't exist. */
  result(data: Data, taken: Taken): Given | null;
  /** Text of the result, for clients that don't read JSON. */
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

/** For tools that create something with each call. */
export const ADDS: ToolNature = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
