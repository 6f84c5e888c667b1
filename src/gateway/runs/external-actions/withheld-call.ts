import type { ErrorCode } from '../../../platform/errors/error-codes.ts';

/**
 * A withheld call of a tool that writes to an external system, with the result of filing it. The caller never gets the call
 * itself.
 */
export interface WithheldCall {
  /** Id that the model gave the call. */
  readonly callId: string;
  readonly tool: string;
  /** Publish request that was filed. Null if no request was filed. */
  readonly request: { readonly id: string; readonly state: string; readonly expiresAt: string } | null;
  /** Reason why no publish request was filed. Null if one was filed. */
  readonly code: ErrorCode | null;
  /** Result of the tool call in sentences, for the caller and for the model's conversation. */
  readonly result: string;
}
