import { StatusBadge, When } from './values.tsx';

/** Days for which a key or a token can be issued. */
export const LIFETIMES = [
  { value: '7', label: 'in a week' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
];

export const DEFAULT_LIFETIME = '90';

/** Hours for which the old key, token or secret stays valid after a rotation. */
export const OVERLAPS = [
  { value: '0', label: '0 hours, it ends at once' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
];

export const DEFAULT_OVERLAP = '24';

/** Something that expires, and can be revoked earlier. */
interface Lifetime {
  expiresAt: string;
  revokedAt?: string | null;
}

/** True until it expires or is revoked. */
export const worksStill = ({ revokedAt, expiresAt }: Lifetime) => !revokedAt && Date.parse(expiresAt) > Date.now();

/** Status, with its beginning or end. */
export function LifetimeState({
  lifetime,
  works = 'Works',
  revoked = 'Revoked',
  sleeps = false,
}: {
  lifetime: Lifetime;
  works?: string;
  revoked?: string;
  /** Doesn't work at the moment, for another reason than its own end. */
  sleeps?: boolean;
}) {
  const { revokedAt, expiresAt } = lifetime;
  if (revokedAt) return <State tone="bad" word={revoked} at={revokedAt} />;
  if (!worksStill(lifetime)) return <State tone="care" word="Expired" at={expiresAt} />;
  return <State tone={sleeps ? 'care' : 'plain'} word={sleeps ? 'Sleeps' : works} at={expiresAt} until />;
}

function State({
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
      <span className="hint">
        {until && 'until '}
        <When at={at} />
      </span>
    </>
  );
}
