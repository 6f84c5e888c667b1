import type { Context } from '../platform/context.ts';
import type { Approval, ApprovalSubject } from './approval.entity.ts';

/** Something that is to be held until a person has approved it. */
export interface HeldThing {
  readonly subjectKind: ApprovalSubject;
  readonly subjectId: string;
  /** What approval is asked for, in a sentence. Never of its content. */
  readonly title: string;
  /** What its approver should know. Small, and never of its content. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The exact bytes that are approved or not, as UTF-8. */
  readonly payload: Buffer;
  readonly customerId: string | null;
}

/** A request for approval that is ready to be filed. */
export interface ApprovalRequest {
  readonly id: string;
  readonly sha256: string;
  readonly expiresAt: Date;
  /** For `requestFunction`. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** That something more may be held, and for how long it waits. */
export interface HoldPass {
  readonly lifetimeMs: number;
}

/** What other features ask of approvals. */
export interface ApprovalsApi {
  /**
   * The name of a function of the database that takes a JSON array of rows and files them, each once. It is called in the
   * statement that writes what they are about: then nothing is kept that is not held, and nothing is held that was lost.
   */
  readonly requestFunction: 'request_approvals';
  /**
   * Whether this caller may have anything more held; counted as one. To be asked before anything is spent for it.
   * @throws Refusal UNAUTHENTICATED for who could never fetch it, RATE_LIMITED
   */
  take(ctx: Context): Promise<HoldPass>;
  /** Makes a request of it, for whoever the context is. Nothing is read, written or waited for: what is held is never lost here. */
  prepare(ctx: Context, pass: HoldPass, thing: HeldThing): ApprovalRequest;
  /** The newest request for a thing; null for one that was never held. */
  of(ctx: Context, kind: ApprovalSubject, subjectId: string): Promise<Approval | null>;
  /**
   * The bytes that were approved.
   * @throws Refusal while it is not approved, for what is not kept any more, and for what has changed since
   */
  released(ctx: Context, approval: Approval): Promise<Buffer>;
  /** How it stands at this moment. */
  stateOf(ctx: Context, approval: Approval): Approval['state'];
  /** Which of these ids are of no request. */
  unknown(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** Lets go of what is held of these things, decided or not; a digest of it stays. In the transaction of the context. */
  forget(ctx: Context, kind: ApprovalSubject, subjectIds: readonly string[]): Promise<void>;
  /** Yields at once, and whenever it may have been decided. */
  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void>;
}
