import type { Context } from '../platform/context.ts';
import type { JsonChange } from '../platform/versioned-documents/document-changes.ts';
import type { Approval } from './approval.entity.ts';

/** Section of the description for approvers. Texts are raw; the screen makes hidden characters visible. */
export interface DescriptionSection {
  readonly title: string;
  /** Explanation by the service. */
  readonly lead?: string;
  /** True if the text is the requester’s own and unchecked. */
  readonly isAskersWords?: boolean;
  readonly text?: string;
  readonly rows?: readonly (readonly [label: string, text: string])[];
  readonly items?: readonly string[];
  /** Changes against the previous content. */
  readonly changes?: readonly JsonChange[];
}

/**
 * Describes a request of one kind of subject.
 * @param payload the exact bytes, verified against their digest
 */
export type RequestDescriber = (
  ctx: Context,
  approval: Approval,
  payload: Buffer,
) => Promise<readonly DescriptionSection[]>;
