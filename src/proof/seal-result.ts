/**
 * Results of verifying a seal, worst first. A seal gets the worst one that applies. Only a doubt about the seal's status, which
 * is UNKNOWN, counts less than DIFFERENT.
 */
export const SealResult = {
  /** A check failed, so the seal can't be relied on. */
  INVALID: 'INVALID',
  /** It can't be determined here whether the seal is valid and in force, for example because the trust file lacks a key. */
  UNKNOWN: 'UNKNOWN',
  /** The seal is valid, but the copy's bytes differ from the sealed ones. */
  DIFFERENT: 'DIFFERENT',
  REVOKED: 'REVOKED',
  SUPERSEDED: 'SUPERSEDED',
  /** The seal is valid, but there is no copy to compare, or the salt of a private seal is missing. */
  NOT_COMPARED: 'NOT_COMPARED',
  /**
   * The copy's bytes differ. The texts are equal only if different characters are treated as equal, such as the ohm sign and the
   * omega.
   */
  SIMILAR_TEXT: 'SIMILAR_TEXT',
  /** The copy's bytes differ, but only in line ends, a byte order mark or the encoding of accents. */
  SAME_TEXT: 'SAME_TEXT',
  SAME_BYTES: 'SAME_BYTES',
} as const;
export type SealResult = (typeof SealResult)[keyof typeof SealResult];

/**
 * The three answers to a reader. ETSI EN 319 102-1 calls a signature INDETERMINATE, not valid, if revocation information is
 * missing. Otherwise the sender of a revoked seal could leave out its status list.
 */
export const SealAnswer = {
  /** The copy has the sealed bytes, its seal is valid and in force, and the keys prove who sealed it. */
  VERIFIED: 'VERIFIED',
  /** As `VERIFIED`, but nothing proves that the seal is in force, and nothing indicates that it isn't. */
  REVOCATION_NOT_CHECKED: 'REVOCATION_NOT_CHECKED',
  NOT_VERIFIED: 'NOT_VERIFIED',
} as const;
export type SealAnswer = (typeof SealAnswer)[keyof typeof SealAnswer];

interface AnsweredVerdict {
  result: SealResult;
  /** True if the keys prove who sealed the content. */
  isWhoShown: boolean;
  /** Time at which the issuer signed that the seal is in force. Null if not proven. */
  inForceAsOf: string | null;
  /** True if the copy has the sealed bytes, and the result is only worse because the status list is damaged. */
  isOnlyListDamaged: boolean;
}

export function answerOf({ result, isWhoShown, inForceAsOf, isOnlyListDamaged }: AnsweredVerdict): SealAnswer {
  if (!isWhoShown || (result !== SealResult.SAME_BYTES && !isOnlyListDamaged)) return SealAnswer.NOT_VERIFIED;
  return inForceAsOf === null ? SealAnswer.REVOCATION_NOT_CHECKED : SealAnswer.VERIFIED;
}
