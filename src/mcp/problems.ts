import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Context } from '../platform/context.ts';
import { toRefusal } from '../platform/errors/errors.ts';

interface ResultProblem {
  code: string;
  message: string;
  issues?: readonly { pointer: string; message: string }[];
  retryAfterSeconds?: number;
}

/** Converts the problem in an operation's result to an MCP tool error, including the problem's own fields. */
export function problemOf(result: ResultProblem, inArguments: (pointer: string) => string): CallToolResult {
  const { code, message, issues = [], ...facts } = result;
  const { __typename: _, ...details } = facts as Record<string, unknown>;
  return toolError({
    code,
    message,
    ...(issues.length > 0 && {
      issues: issues.map(({ pointer, message: detail }) => ({ pointer: inArguments(pointer), message: detail })),
    }),
    ...details,
  });
}

/** Converts a thrown error to an MCP tool error. Unexpected errors are logged, and their details hidden. */
export function errorOf(ctx: Context, error: unknown): CallToolResult {
  const refusal = toRefusal(error);
  if (refusal.status >= 500) ctx.logger.error({ err: refusal.cause ?? refusal }, 'a tool failed');
  const { code, message, issues, retryAfterSeconds } = refusal;
  return toolError({
    code,
    message,
    ...(issues.length > 0 && { issues: issues.map(({ pointer, detail }) => ({ pointer, message: detail })) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

function toolError(problem: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(problem) }] };
}
