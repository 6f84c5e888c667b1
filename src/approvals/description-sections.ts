import type { Context } from '../platform/context.ts';
import type { JsonChange } from '../platform/versioned-documents/document-changes.ts';
import type { Approval } from './approval.entity.ts';

/** Section of a request’s description for approvers. Texts are unescaped; the screen makes hidden characters visible. */
export interface DescriptionSection {
  readonly title: string;
  /** Explanation of the section, written by the service. */
  readonly lead?: string;
  /** True if the requester wrote the text of this section, so that it is unchecked. */
  readonly isAskersWords?: boolean;
  readonly text?: string;
  readonly rows?: readonly (readonly [label: string, text: string])[];
  readonly items?: readonly string[];
  /** Differences from the previous version of the content. */
  readonly changes?: readonly JsonChange[];
}

/**
 * Function that describes requests with one kind of subject for their approvers.
 * @param payload the exact bytes to decide on, verified against their digest
 */
export type RequestDescriber = (
  ctx: Context,
  approval: Approval,
  payload: Buffer,
) => Promise<readonly DescriptionSection[]>;
