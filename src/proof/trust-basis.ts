import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bundle } from './bundle.ts';
import { equalBytes } from './bytes.ts';
import { sealKeyId } from './public-key.ts';
import type { SealStatement } from './statement.ts';
import { logIdOf, type Trust } from './trust.ts';

export const TrustProvenance = {
  /** The reader gave it, and answers for where it is from. */
  CHOSEN: 'CHOSEN',
  /** The site gave it that the reader asked for the seal. */
  SITE: 'SITE',
  /** It came along with the seal: whoever made up the one made up the other. */
  ALONG: 'ALONG',
} as const;
export type TrustProvenance = (typeof TrustProvenance)[keyof typeof TrustProvenance];

/** How the reader came by the trust file. */
export type TrustSource =
  | { whose: typeof TrustProvenance.CHOSEN | typeof TrustProvenance.ALONG }
  /** @param origin of the site, as the reader's own connection has it: `https://seals.example.org` */
  | { whose: typeof TrustProvenance.SITE; origin: string };

/** Whose keys a seal was judged by. */
export interface TrustBasis {
  /** The one that the seal names, as hex, SHA-256 of its SPKI; null when it is not among those that are trusted. */
  sealKey: string | null;
  /** All that are trusted. */
  sealKeys: string[];
  /** The log that the seal names; null when it is not among those that are trusted. */
  log: { origin: string; fingerprint: string } | null;
  /** Whether they tell who sealed it, and not only that one hand made both. */
  isWhoShown: boolean;
  /** Why they do not; empty when they do. */
  reason: string;
}

/** @param statement null when it cannot be read */
export function trustBasisOf(
  bundle: Bundle | null,
  statement: SealStatement | null,
  trust: Trust,
  source: TrustSource,
): TrustBasis {
  const sealKeys = trust.sealKeys.map(({ publicKey }) => bytesToHex(sealKeyId(publicKey)));
  const named = bundle && bytesToHex(bundle.keyId);
  const log = bundle && trust.logs.find((candidate) => equalBytes(logIdOf(candidate), bundle.logEntry.logId));
  const reason = reasonNot(source, statement?.predicate.issuer.origin ?? null);
  return {
    sealKey: named !== null && sealKeys.includes(named) ? named : null,
    sealKeys,
    log: log ? { origin: log.origin, fingerprint: bytesToHex(logIdOf(log)) } : null,
    isWhoShown: reason === '',
    reason,
  };
}

function reasonNot(source: TrustSource, issuer: string | null): string {
  switch (source.whose) {
    case TrustProvenance.CHOSEN:
      return '';
    case TrustProvenance.ALONG:
      return 'The keys that judged it came along with the seal, and whoever makes up a seal can send keys along that fit.';
    case TrustProvenance.SITE:
      return issuer === null || isOfSite(issuer, source.origin)
        ? ''
        : `The keys that judged it are those of ${source.origin}, and the seal names ${issuer} as its issuer: only keys from there can show that.`;
  }
}

/**
 * True if the keys of a site can show that it sealed. A service that has moved from http to https is still the same host, and
 * https proves more than the seal asks for. The reverse isn't true: anyone on the way can answer for a host over http.
 */
function isOfSite(issuer: string, origin: string): boolean {
  if (issuer === origin) return true;
  const [named, site] = [addressOf(issuer), addressOf(origin)];
  if (named === null || site === null) return false;
  return named.origin === site.origin || (named.protocol === 'http:' && site.origin === `https://${named.host}`);
}

function addressOf(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
