import { texts } from './texts.ts';
import { StatusBadge, When } from './values.tsx';

/** Lifetimes to choose from for a new key or token, in days. */
export const LIFETIMES = [
  { value: '7', label: texts.lifetime.days7 },
  { value: '30', label: texts.lifetime.days30 },
  { value: '90', label: texts.lifetime.days90 },
  { value: '365', label: texts.lifetime.year },
];

export const DEFAULT_LIFETIME = '90';

/** Overlaps to choose from: hours for which the old key, token or secret stays valid after a rotation. */
export const OVERLAPS = [
  { value: '0', label: texts.lifetime.overlapNone },
  { value: '1', label: texts.lifetime.overlapHour },
  { value: '24', label: texts.lifetime.overlapDay },
  { value: '168', label: texts.lifetime.overlapWeek },
];

export const DEFAULT_OVERLAP = '24';

/**
 * Time at which a key or token expires, and time at which it was revoked. `revokedAt` is null or missing if it wasn't revoked.
 */
interface Lifetime {
  expiresAt: string;
  revokedAt?: string | null;
}

/** True if a key is neither expired nor revoked. */
export const isActive = ({ revokedAt, expiresAt }: Lifetime) => !revokedAt && Date.parse(expiresAt) > Date.now();

/** Displays the status of a key, with the time at which it ends or ended. */
export function LifetimeState({
  lifetime,
  works = texts.lifetime.active,
  revoked = texts.lifetime.revoked,
  isInactive = false,
}: {
  lifetime: Lifetime;
  works?: string;
  revoked?: string;
  /** True if the key is rejected for another reason, such as a disabled owner. */
  isInactive?: boolean;
}) {
  const { revokedAt, expiresAt } = lifetime;
  if (revokedAt) return <LifetimeBadge tone="bad" word={revoked} at={revokedAt} />;
  if (!isActive(lifetime)) return <LifetimeBadge tone="care" word={texts.lifetime.expired} at={expiresAt} />;
  return (
    <LifetimeBadge
      tone={isInactive ? 'care' : 'plain'}
      word={isInactive ? texts.lifetime.inactive : works}
      at={expiresAt}
      until
    />
  );
}

function LifetimeBadge({
  tone,
  word,
  at,
  until = false,
}: {
  tone: 'plain' | 'care' | 'bad';
  word: string;
  at: string;
  until?: boolean;
}) {
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>{' '}
      <span className="hint">{until ? texts.lifetime.until(<When at={at} />) : <When at={at} />}</span>
    </>
  );
}
