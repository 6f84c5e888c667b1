import type { Context } from '../context.ts';
import type { ChangeHeld } from './change-held.ts';

declare module '../contributions.ts' {
  interface Contributions {
    /**
     * Functions that hold changes for approval, by kind of change. For features that are composed before the feature `approvals`.
     */
    changeHolds: Partial<Record<HeldChangeKind, HoldChange>>;
    /** Functions that apply held changes after their approval, by kind of change. */
    changeMakers: Partial<Record<HeldChangeKind, ChangeMaker>>;
  }
}

/** Kinds of changes that can be held until another person approves them. Each feature declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface HeldChangeKinds {}

export type HeldChangeKind = keyof HeldChangeKinds;

/** A change that a caller requested, which may need the approval of another person first. */
export interface ProposedChange {
  readonly kind: HeldChangeKind;
  /** Id of the changed object, e.g. the name of a setting. */
  readonly subjectId: string;
  /** One sentence that describes the change. */
  readonly title: string;
  /** Returns the details of the change as values that JSON can represent. Called only if the change is held. */
  details(): Promise<{ change: HeldChange; before: unknown; after: unknown }>;
}

/** All data that is needed to apply the change later. */
export type HeldChange = Readonly<Record<string, unknown>>;

/** Holds a change if a second person must approve it. Returns null to apply the change at once. */
export type HoldChange = (ctx: Context, proposed: ProposedChange) => Promise<ChangeHeld | null>;

/** Applies held changes after their approval, for the principal and in the transaction of the context. */
export interface ChangeMaker {
  /** True if the object is still in the state on which the change is based. */
  fits(ctx: Context, change: HeldChange): Promise<boolean>;
  /** Applies the change. Returns false, without changing anything, if the object has changed since the change was proposed. */
  make(ctx: Context, change: HeldChange): Promise<boolean>;
}
