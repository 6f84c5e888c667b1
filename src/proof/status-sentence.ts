import { SealStatusKind, StatusAuthor, type StatusPredicate } from './statement.ts';

/**
 * Sentence with a seal's status, its reason and its author. For a revocation or supersession, the issuer is named only if one
 * of its operators made the change. An owner's change isn't a statement of the issuer.
 * @param isWhoShown true if the trusted keys prove who the issuer is; otherwise no author of a revocation or supersession is
 * named
 */
export function statusSentence({ status, by, supersededBy, reason }: StatusPredicate, isWhoShown: boolean): string {
  const unnamed = `the author is not ${isWhoShown ? 'recorded' : 'proven'}`;
  const author = isWhoShown ? by : undefined;
  switch (status) {
    case SealStatusKind.REVOKED:
      if (author === StatusAuthor.OPERATOR) return `The issuer revoked this seal: ${reason}`;
      if (author === StatusAuthor.OWNER) return `The owner revoked this seal: ${reason}`;
      return `This seal was revoked; ${unnamed}: ${reason}`;
    case SealStatusKind.SUPERSEDED: {
      const later = supersededBy ?? 'another seal';
      if (author === StatusAuthor.OPERATOR) return `The issuer superseded this seal by ${later}: ${reason}`;
      if (author === StatusAuthor.OWNER) return `The owner superseded this seal by ${later}: ${reason}`;
      return `This seal was superseded by ${later}; ${unnamed}: ${reason}`;
    }
    case SealStatusKind.ERASED:
      return `The issuer erased its copy of this seal: ${reason}`;
  }
}

/** Author of a status change for a list, such as ` by the issuer`. Empty if the author isn't recorded or of an unknown kind. */
export function authorWords(by: string | null | undefined): string {
  if (by === StatusAuthor.OPERATOR) return ' by the issuer';
  return by === StatusAuthor.OWNER ? ' by the owner' : '';
}
