import type { Context } from '../platform/context.ts';
import type { HoldChange } from '../platform/held-changes/held-changes.ts';
import type { Approval, ApprovalDecision, ApprovalSubject } from './approval.entity.ts';
import type { RequestDescriber } from './description-sections.ts';
import type { FindActors } from './known-actors.ts';

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Names of actors of a kind, e.g. `agent`, so that people read a name next to an id. */
    actors: Partial<Record<string, FindActors>>;
    /** Sections that approvers see next to the exact bytes, by the kind of subject. */
    approvalDescriptions: Partial<Record<ApprovalSubject, RequestDescriber>>;
  }
}

/** Content to hold until a person has approved it. */
export interface ApprovalContent {
  readonly subjectKind: ApprovalSubject;
  readonly subjectId: string;
  /** One sentence about what needs approval, without the content. */
  readonly title: string;
  /** Facts for the approver: small, and without the content. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The exact bytes to decide on, as UTF-8. */
  readonly payload: Buffer;
  readonly customerId: string | null;
}

/** Request for approval to file in the transaction that causes it. */
export interface NewApproval extends ApprovalContent {
  /** Actors who can’t decide it, in addition to the requester and the actor it acts for. */
  readonly barred?: readonly string[];
  /** Number of approvals needed. Default 1. */
  readonly quorum?: number;
  /** Time to wait for a decision. */
  readonly lifetimeMs: number;
  /** Policy that sets the quorum. */
  readonly policy?: { readonly version: number; readonly sha256: string };
}

/** States in which a request can end without a decision. `REVOKED` is for approved requests, the others for pending ones. */
export type ApprovalEndState = 'SUPERSEDED' | 'CANCELED' | 'REVOKED';

/** Request for approval that is ready to be filed. */
export interface ApprovalRequest {
  readonly id: string;
  readonly sha256: string;
  readonly expiresAt: Date;
  /** Argument for `requestFunction`. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Permission to hold more content, and its lifetime. */
export interface HoldPass {
  readonly lifetimeMs: number;
  /** Offset of the database’s clock to this process’s. The expiry is signed, so it uses the database’s clock. */
  readonly databaseAheadMs: number;
}

/** Interface for other features. */
export interface ApprovalsApi {
  /**
   * SQL function that takes a JSON array of rows and files them, each once. Called in the statement that writes the subjects, so
   * that neither exists without the other.
   */
  readonly requestFunction: 'request_approvals';
  /**
   * Counts one more held output against the caller’s limit. Call it before spending anything.
   * @throws Refusal UNAUTHENTICATED for anonymous callers, who could never fetch it; RATE_LIMITED
   */
  take(ctx: Context): Promise<HoldPass>;
  /** Prepares a request on behalf of the caller. No I/O, so it can’t lose the content. */
  prepare(ctx: Context, pass: HoldPass, thing: ApprovalContent): ApprovalRequest;
  /**
   * Files a request on behalf of the caller in the transaction of the context, so that neither it nor its subject exists alone.
   * @throws Refusal QUORUM_UNREACHABLE if the quorum exceeds the number of eligible approvers
   */
  file(ctx: Context, thing: NewApproval): Promise<Approval>;
  /** Ends a request in the transaction of the context. False if its state doesn’t allow that. */
  end(ctx: Context, approvalId: string, ending: ApprovalEndState): Promise<boolean>;
  /** Holds a change of the service if four-eyes control is on for its kind. */
  readonly holdChange: HoldChange;
  /** Newest request of a subject. Null if it was never held. */
  of(ctx: Context, kind: ApprovalSubject, subjectId: string): Promise<Approval | null>;
  /**
   * Approved bytes.
   * @throws Refusal if the request isn’t approved, or the bytes were deleted or have changed
   */
  released(ctx: Context, approval: Approval): Promise<Buffer>;
  /**
   * Held bytes in any state. The caller must check access.
   * @throws Refusal if they were deleted or have changed
   */
  content(ctx: Context, approvalId: string): Promise<Buffer>;
  /** Decisions in chronological order. */
  decisions(ctx: Context, approvalId: string): Promise<readonly ApprovalDecision[]>;
  /** Current state. */
  stateOf(ctx: Context, approval: Approval): Approval['state'];
  /** Returns those of the ids that belong to no request. */
  unknown(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** Deletes held content of these subjects in any state, in the transaction of the context. Its digest is kept. */
  forget(ctx: Context, kind: ApprovalSubject, subjectIds: readonly string[]): Promise<void>;
  /** Yields at once, and whenever the request may be decided. */
  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void>;
}
