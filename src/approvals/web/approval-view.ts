import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ApprovalToDecideQuery } from '../../web/generated/approvals/graphql.ts';

export type ApprovalDetails = NonNullable<ApprovalToDecideQuery['approval']>;

/** A part of what an approver is shown, as `displayText` has it. All of it is text as it came. */
export interface DisplaySection {
  title: string;
  /** What an approver should know of it, in the service's words. */
  lead?: string;
  /** Whether it is what whoever asks says, which nobody has checked. */
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

/** What is approved or not, as somebody has it before them. Only this is ever sent along with their word. */
export interface ApprovalView {
  sha256: string;
  displayHash: string;
  payloadText: string | null;
  /** Null where the content could not be read. */
  sections: readonly DisplaySection[] | null;
  /** Whether both texts have, counted here, the digests that they come with. */
  isWhatItSays: boolean;
}

/** Null for who is not shown it. */
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

/** The parts that are others in the later one, by their titles. */
export function changedSections(before: ApprovalView, after: ApprovalView): string[] {
  const textOf = (seen: ApprovalView, title: string) =>
    JSON.stringify(seen.sections?.find((one) => one.title === title));
  const titles = new Set([before, after].flatMap(({ sections }) => sections?.map(({ title }) => title) ?? []));
  const changed = [...titles].filter((title) => textOf(before, title) !== textOf(after, title));
  return before.sha256 === after.sha256 ? changed : [...changed, 'The exact text'];
}

const ADDRESS = /\bhttps?:\/\/[^\s"'<>\\)\]}]+/gi;
const MAX_ADDRESSES = 50;

/** The addresses in a text, each once, in their order. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.match(ADDRESS) ?? [])].slice(0, MAX_ADDRESSES);
}
