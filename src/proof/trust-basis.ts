import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bundle } from './bundle.ts';
import { equalBytes } from './bytes.ts';
import { sealKeyIdHex } from './public-key.ts';
import type { SealStatement } from './statement.ts';
import { logIdOf, type Trust } from './trust.ts';

export const TrustProvenance = {
  /** The reader chose the trust file, and is responsible for its source. */
  CHOSEN: 'CHOSEN',
  /** The trust file is from the site where the reader got the seal. */
  SITE: 'SITE',
  /** The trust file came together with the seal. A forger of the seal could have added matching keys. */
  ALONG: 'ALONG',
} as const;
export type TrustProvenance = (typeof TrustProvenance)[keyof typeof TrustProvenance];

/** How the reader got the trust file. */
export type TrustSource =
  | { whose: typeof TrustProvenance.CHOSEN | typeof TrustProvenance.ALONG }
  /** @param origin origin of the site, from the reader's own connection: `https://seals.example.org` */
  | { whose: typeof TrustProvenance.SITE; origin: string };

/** The keys with which a seal was verified, and whether they prove who sealed the content. */
export interface TrustBasis {
  /** SHA-256 of the SPKI of the seal's key, hex. Null if the trust file doesn't contain that key. */
  sealKey: string | null;
  /** SHA-256 of each trusted seal key, hex. */
  sealKeys: string[];
  /** The seal's log. Null if the trust file doesn't contain it. */
  log: { origin: string; fingerprint: string } | null;
  /** True if the keys prove who sealed the content. False if they only prove that seal and keys have the same source. */
  isWhoShown: boolean;
  /** Why the keys don't prove who sealed the content. Empty if they do. */
  reason: string;
}

/** @param statement statement of the seal, null if unreadable */
export function trustBasisOf(
  bundle: Bundle | null,
  statement: SealStatement | null,
  trust: Trust,
  source: TrustSource,
): TrustBasis {
  const sealKeys = trust.sealKeys.map(({ publicKey }) => sealKeyIdHex(publicKey));
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
      return 'The keys came with the seal, and a forger could have included matching keys.';
    case TrustProvenance.SITE:
      return issuer === null || isOfSite(issuer, source.origin)
        ? ''
        : `The keys are from ${source.origin}, but the seal names ${issuer} as its issuer: only keys from there can prove that.`;
  }
}

/**
 * True if keys from this site can prove that its operator is the issuer. A service that moved from http to https is still the
 * same host, and https proves more than the seal requires. The reverse isn't true: over http, anyone on the network path can
 * answer for a host.
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
