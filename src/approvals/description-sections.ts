import type { Context } from '../platform/context.ts';
import type { Change } from '../platform/versioned-documents/document-changes.ts';
import type { Approval } from './approval.entity.ts';

/** A part of what an approver is shown. All of it is text as it came; the screen shows hidden characters. */
export interface DescriptionSection {
  readonly title: string;
  /** What an approver should know of it, in our words. */
  readonly lead?: string;
  /** Whether it is what whoever asks says, which nobody has checked. */
  readonly isAskersWords?: boolean;
  readonly text?: string;
  readonly rows?: readonly (readonly [label: string, text: string])[];
  readonly items?: readonly string[];
  /** Against what was before. */
  readonly changes?: readonly Change[];
}

/** What a kind of subject has to say of one request. @param payload the exact bytes, which fit their digest */
export type Describe = (ctx: Context, approval: Approval, payload: Buffer) => Promise<readonly DescriptionSection[]>;
