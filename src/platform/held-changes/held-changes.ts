import type { Context } from '../context.ts';
import type { ChangeHeld } from './change-held.ts';

declare module '../contributions.ts' {
  interface Contributions {
    /** Holds changes of a kind, for a feature that comes before approvals. */
    changeHolds: Partial<Record<HeldChangeKind, HoldChange>>;
    /** Makes changes of a kind that were held, once they are approved. */
    changeMakers: Partial<Record<HeldChangeKind, ChangeMaker>>;
  }
}

/** Changes that can be held until another person approves them. Each feature declares its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by the features
export interface HeldChangeKinds {}

export type HeldChangeKind = keyof HeldChangeKinds;

/** A change that would be made. */
export interface ProposedChange {
  readonly kind: HeldChangeKind;
  /** Of what is changed, e.g. a setting's name. */
  readonly subjectId: string;
  /** What would be changed, in a sentence. */
  readonly title: string;
  /** Looked up only where it is held. All of it is JSON. */
  details(): Promise<{ change: HeldChange; before: unknown; after: unknown }>;
}

/** All that is needed to make it later. */
export type HeldChange = Readonly<Record<string, unknown>>;

/** Holds a change, where two people have to agree to it. Null: it is to be made at once. */
export type HoldChange = (ctx: Context, proposed: ProposedChange) => Promise<ChangeHeld | null>;

/** How a change that was held is made, for the context's principal and in its transaction. */
export interface ChangeMaker {
  /** Whether what it was based on is still so. */
  fits(ctx: Context, change: HeldChange): Promise<boolean>;
  /** False: something else has come in between, and nothing has changed. */
  make(ctx: Context, change: HeldChange): Promise<boolean>;
}
