import type { ErrorCode } from '../../../platform/errors/error-codes.ts';

/** What became of a call of a tool that writes outside. It is never handed on, whatever this says. */
export interface WithheldCall {
  /** As the model numbered it. */
  readonly callId: string;
  readonly tool: string;
  /** Null where nothing was filed. */
  readonly request: { readonly id: string; readonly state: string; readonly expiresAt: string } | null;
  /** Why nothing was filed; null where something was. */
  readonly code: ErrorCode | null;
  /** What the tool gives back, in sentences: for the caller and for the model, whose conversation goes on with it. */
  readonly result: string;
}
