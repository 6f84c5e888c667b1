import type { Context } from '../platform/context.ts';
import type { HoldChange } from '../platform/held-changes/held-changes.ts';
import type { Approval, ApprovalDecision, ApprovalSubject } from './approval.entity.ts';
import type { Describe } from './description-sections.ts';
import type { FindActors } from './known-actors.ts';

declare module '../platform/contributions.ts' {
  interface Contributions {
    /** Names of actors of a kind, e.g. `agent`, so that people read a name next to an id. */
    actors: Partial<Record<string, FindActors>>;
    /** Sections that approvers see next to the exact bytes, by the kind of subject. */
    approvalDescriptions: Partial<Record<ApprovalSubject, Describe>>;
  }
}

/** Something that is to be held until a person has approved it. */
export interface ApprovalContent {
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

/** Something that is filed in the transaction that brings it about. */
export interface NewApproval extends ApprovalContent {
  /** Actors who never decide it, besides who asks and whose work that is. */
  readonly barred?: readonly string[];
  /** How many people have to approve it. One, if left out. */
  readonly quorum?: number;
  /** How long it waits for a decision. */
  readonly lifetimeMs: number;
  /** What says how many have to approve it. */
  readonly policy?: { readonly version: number; readonly sha256: string };
}

/** How a request can end without anybody's decision. What was approved can be revoked, what waits the others. */
export type ApprovalEndState = 'SUPERSEDED' | 'CANCELED' | 'REVOKED';

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
  /** How far the database's clock is ahead of this process's: when it expires is signed, and so is by the database's. */
  readonly databaseAheadMs: number;
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
  prepare(ctx: Context, pass: HoldPass, thing: ApprovalContent): ApprovalRequest;
  /**
   * Files a request in the transaction of the context, for whoever the context is: neither it nor what it is about is kept
   * without the other.
   * @throws Refusal QUORUM_UNREACHABLE when more would have to approve it than there are people who may
   */
  file(ctx: Context, thing: NewApproval): Promise<Approval>;
  /** Ends it in the transaction of the context. False: it does not stand so that it could, and nothing has changed. */
  end(ctx: Context, approvalId: string, ending: ApprovalEndState): Promise<boolean>;
  /** Holds a change of the service where four eyes are switched on for its kind; costs nothing where they are not. */
  readonly holdChange: HoldChange;
  /** The newest request for a thing; null for one that was never held. */
  of(ctx: Context, kind: ApprovalSubject, subjectId: string): Promise<Approval | null>;
  /**
   * The bytes that were approved.
   * @throws Refusal while it is not approved, for what is not kept any more, and for what has changed since
   */
  released(ctx: Context, approval: Approval): Promise<Buffer>;
  /** The exact bytes, however it stands. Who may see them is for the caller to know. @throws Refusal where they are gone or others */
  content(ctx: Context, approvalId: string): Promise<Buffer>;
  /** What people have decided of it, in their order. */
  decisions(ctx: Context, approvalId: string): Promise<readonly ApprovalDecision[]>;
  /** How it stands at this moment. */
  stateOf(ctx: Context, approval: Approval): Approval['state'];
  /** Which of these ids are of no request. */
  unknown(ctx: Context, ids: readonly string[]): Promise<string[]>;
  /** Lets go of what is held of these things, decided or not; a digest of it stays. In the transaction of the context. */
  forget(ctx: Context, kind: ApprovalSubject, subjectIds: readonly string[]): Promise<void>;
  /** Yields at once, and whenever it may have been decided. */
  changes(approvalId: string, signal: AbortSignal): AsyncGenerator<void>;
}
