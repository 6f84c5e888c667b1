import type { z } from 'zod';
import type { Permission } from '../platform/registry.ts';
import type { TypedDocumentString } from '../rest/generated/graphql.ts';

/** What a client may tell its user of a tool before it is called. All of it is true, whatever the arguments are. */
export interface ToolNature {
  /** It changes nothing. */
  readonly readOnlyHint: boolean;
  /** It may end what was there before. */
  readonly destructiveHint: boolean;
  /** The same call a second time changes nothing more. */
  readonly idempotentHint: boolean;
  /** Something outside this service may be asked for it, such as a provider of models. */
  readonly openWorldHint: boolean;
}

/**
 * One row of the table of tools: a name, the stored operation that it runs, and how the one is translated into the other. As
 * on REST nothing else happens here; whatever decides anything stands behind the operation.
 */
export interface Tool<Data = unknown, Variables = unknown, Taken = unknown, Given = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly nature: ToolNature;
  readonly operation: TypedDocumentString<Data, Variables>;
  /** Where the tool is for fewer than its operation. */
  readonly permission?: Permission;
  readonly takes: z.ZodType<Taken>;
  readonly gives: z.ZodType<Given>;
  variables(taken: Taken): Variables;
  /** Where an input of the operation stands among the arguments, when it has another name there. */
  readonly pointers?: Readonly<Record<string, string>>;
  /** Members of the operation's result that have a code and are an answer all the same. */
  readonly answers?: readonly string[];
  /** Of the operation's single answer, when it is no problem; null where that is. */
  result(data: Data, taken: Taken): Given | null;
  /** The same in words, for who reads no JSON. */
  says(given: Given): string;
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

/** Puts something there, each time anew. */
export const ADDS: ToolNature = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
