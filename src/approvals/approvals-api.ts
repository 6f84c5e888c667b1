import type { Context } from '../platform/context.ts';
import type { HoldChange } from '../platform/held-changes/held-changes.ts';
import type { Approval, ApprovalDecision, ApprovalSubject } from './approval.entity.ts';
import type { RequestDescriber } from './description-sections.ts';
import type { FindActors } from './known-actors.ts';

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Functions that find the names of actors, by the kind of actor, e.g. `agent`. People then read a name next to an id. */
    actors: Partial<Record<string, FindActors>>;
    /**
     * Functions that describe a request for its approvers, by the kind of subject. Approvers see the description next to the
     * exact bytes.
     */
    approvalDescriptions: Partial<Record<ApprovalSubject, RequestDescriber>>;
  }
}

/** Content that is held until people have approved it. */
export interface ApprovalContent {
  readonly subjectKind: ApprovalSubject;
  readonly subjectId: string;
  /** One sentence about what needs approval, without the content. */
  readonly title: string;
  /** Facts that lists show to approvers: small, and without the content. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The exact bytes to decide on: a text in UTF-8. */
  readonly payload: Buffer;
  readonly customerId: string | null;
}

/** A request for approval that is filed in the transaction of its cause. */
export interface NewApproval extends ApprovalContent {
  /**
   * Actors who can’t decide on the request, in addition to those behind the caller, such as the requester and the issuer of its
   * key.
   */
  readonly barred?: readonly string[];
  /** Number of approvals that the request needs. Default 1. */
  readonly quorum?: number;
  /** Milliseconds until the request expires without a decision. */
  readonly lifetimeMs: number;
  /** Version of the policy that sets the quorum. */
  readonly policy?: { readonly version: number; readonly sha256: string };
}

/** States in which other features can end a request. `REVOKED` is for approved requests, the others for pending ones. */
export type ApprovalEndState = 'SUPERSEDED' | 'CANCELED' | 'REVOKED';

/** Request for approval that is ready to be filed. */
export interface ApprovalRequest {
  readonly id: string;
  readonly sha256: string;
  readonly expiresAt: Date;
  /** Element of the JSON array that `requestFunction` takes. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Result of `take`: the right to hold one more output for approval, and the time until its request expires. */
export interface HoldPass {
  readonly lifetimeMs: number;
  /**
   * Milliseconds by which the database’s clock is ahead of this process’s clock. Expiry times are signed, so they use the
   * database’s clock.
   */
  readonly databaseAheadMs: number;
}

/** API of approvals for other features. */
export interface ApprovalsApi {
  /**
   * Name of the SQL function that takes a JSON array of requests and inserts each once. Called in the statement that writes the
   * subjects, so that neither a request nor its subject exists alone.
   */
  readonly requestFunction: 'request_approvals';
  /**
   * Counts one more output held for approval against the caller’s limit. Call this before calling a model.
   * @throws Refusal UNAUTHENTICATED for anonymous callers, who could never fetch the output; RATE_LIMITED if the limit is reached
   */
  take(ctx: Context): Promise<HoldPass>;
  /** Prepares a request for approval on behalf of the caller. Does no I/O, whose failure could lose the content. */
  prepare(ctx: Context, pass: HoldPass, thing: ApprovalContent): ApprovalRequest;
  /**
   * Files a request for approval on behalf of the caller, in the transaction of the context, so that neither the request nor its
   * subject exists alone.
   * @throws Refusal QUORUM_UNREACHABLE if the quorum exceeds the number of eligible approvers
   */
  file(ctx: Context, thing: NewApproval): Promise<Approval>;
  /** Ends a request for approval in the transaction of the context. False if the request’s state doesn’t allow that. */
  end(ctx: Context, approvalId: string, ending: ApprovalEndState): Promise<boolean>;
  /** Holds a change of the service for approval, if four-eyes control is on for this kind of change. */
  readonly holdChange: HoldChange;
  /** Newest approval of a subject. Null if the subject never had one. */
  of(ctx: Context, kind: ApprovalSubject, subjectId: string): Promise<Approval | null>;
  /**
   * Asserts that a request is approved: by its state, and by decisions that people made on exactly these terms.
   * @throws Refusal if it isn’t, or if what is stored isn’t what was signed
   */
  assertApproved(ctx: Context, approval: Approval): Promise<void>;
  /**
   * The approved bytes of a request.
   * @throws Refusal as `assertApproved`, or if the bytes were deleted or have changed
   */
  released(ctx: Context, approval: Approval): Promise<Buffer>;
  /**
   * The held bytes of a request in any state. The code that calls this must check access.
   * @throws Refusal if the bytes were deleted or have changed
   */
  content(ctx: Context, approvalId: string): Promise<Buffer>;
  /** Decisions on a request that count, in chronological order. */
  decisions(ctx: Context, approval: Approval): Promise<readonly ApprovalDecision[]>;
  /** State of the approval now. A pending request whose deadline has passed counts as expired. */
  stateOf(ctx: Context, approval: Approval): Approval['state'];
  /** Returns those of the ids that no approval has. */
  unknown(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /**
   * Deletes the held content of all requests about these subjects and cancels the pending ones, in the transaction of the
   * context. The digests of the content are kept.
   */
  forget(ctx: Context, kind: ApprovalSubject, subjectIds: readonly string[]): Promise<void>;
  /** Yields at once, and then each time the state of the request can have changed. */
  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void>;
}
