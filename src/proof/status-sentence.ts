import { SealStatusKind, StatusAuthor, type StatusPredicate } from './statement.ts';

/**
 * What became of a seal and why, with who did it: the issuer only where an operator of it did. Anybody who had something
 * sealed may withdraw it, and that is no word of the issuer.
 * @param isWhoShown whether the keys that judged it tell whose they are; else nobody is named
 */
export function statusSentence({ status, by, supersededBy, reason }: StatusPredicate, isWhoShown: boolean): string {
  const unnamed = `by whom is not ${isWhoShown ? 'recorded' : 'shown'}`;
  const author = isWhoShown ? by : undefined;
  switch (status) {
    case SealStatusKind.REVOKED:
      if (author === StatusAuthor.OPERATOR) return `The issuer revoked this seal: ${reason}`;
      if (author === StatusAuthor.OWNER) return `Whoever had it sealed has revoked this seal: ${reason}`;
      return `This seal was revoked, and ${unnamed}: ${reason}`;
    case SealStatusKind.SUPERSEDED: {
      const later = supersededBy ?? 'another seal';
      if (author === StatusAuthor.OPERATOR) return `The issuer put ${later} in its place: ${reason}`;
      if (author === StatusAuthor.OWNER) return `Whoever had it sealed has put ${later} in its place: ${reason}`;
      return `${later} was put in its place, and ${unnamed}: ${reason}`;
    }
    case SealStatusKind.ERASED:
      return `What the issuer kept of it was erased: ${reason}`;
  }
}

/** For a line of a list: ` by an operator of the issuer`; empty where it is not recorded. */
export function authorWords(by: string | null | undefined): string {
  if (by === StatusAuthor.OPERATOR) return ' by the issuer';
  return by === StatusAuthor.OWNER ? ' by whoever had it sealed' : '';
}
