import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ApprovalToDecideQuery } from '../../web/generated/approvals/graphql.ts';
import { texts } from './texts.ts';

export type ApprovalDetails = NonNullable<ApprovalToDecideQuery['approval']>;

/** Section of the description of a request, as in `displayText`. All values are untrusted plain text. */
export interface DisplaySection {
  title: string;
  /** Explanation of the section, written by the service. */
  lead?: string;
  /** True if the requester wrote the text of this section, so that it is unchecked. */
  isAskersWords?: boolean;
  text?: string;
  rows?: [label: string, text: string][];
  items?: string[];
  changes?: DisplayChange[];
}

export interface DisplayChange {
  operation: 'ADD' | 'REMOVE' | 'REPLACE';
  pointer: string;
  before: unknown;
  after: unknown;
}

/** Content of a request as the screen displays it. A decision is sent with the hashes of this content. */
export interface ApprovalView {
  sha256: string;
  displayHash: string;
  payloadText: string | null;
  /** Sections of the description. Null if the content couldn't be read. */
  sections: readonly DisplaySection[] | null;
  /**
   * True if the payload and the text of the description match `sha256` and `displayHash`. The browser calculates the hashes
   * itself.
   */
  isWhatItSays: boolean;
}

/** Content of a request for display. Null if the user isn't allowed to see it. */
export function viewOf({
  sha256: digest,
  displayHash,
  displayText,
  payloadText,
}: ApprovalDetails): ApprovalView | null {
  if (!displayHash || displayText === null || displayText === undefined) return null;
  const { sections } = JSON.parse(displayText) as { sections: DisplaySection[] | null };
  return {
    sha256: digest,
    displayHash,
    sections,
    payloadText: payloadText ?? null,
    isWhatItSays:
      digestOf(displayText) === displayHash && typeof payloadText === 'string' && digestOf(payloadText) === digest,
  };
}

const digestOf = (text: string) => bytesToHex(sha256(new TextEncoder().encode(text)));

export const hasSameContent = (one: ApprovalView, other: ApprovalView) =>
  one.sha256 === other.sha256 && one.displayHash === other.displayHash;

/** Titles of the sections that differ between two versions of a request's content. */
export function changedSections(before: ApprovalView, after: ApprovalView): string[] {
  const textOf = (seen: ApprovalView, title: string) =>
    JSON.stringify(seen.sections?.find((one) => one.title === title));
  const titles = new Set([before, after].flatMap(({ sections }) => sections?.map(({ title }) => title) ?? []));
  const changed = [...titles].filter((title) => textOf(before, title) !== textOf(after, title));
  return before.sha256 === after.sha256 ? changed : [...changed, texts.view.exactText];
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>\\)\]}]+/gi;
const MAX_ADDRESSES = 50;

/** Distinct URLs in a text, in the order of their occurrence, at most `MAX_ADDRESSES`. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.match(ADDRESS) ?? [])].slice(0, MAX_ADDRESSES);
}
