import { StatusBadge, When } from './values.tsx';

/** Days for which a key or a token can be issued. */
export const LIFETIMES = [
  { value: '7', label: 'in a week' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
];

export const DEFAULT_LIFETIME = '90';

/** What ends by itself, and may have been ended before. */
interface Lifetime {
  expiresAt: string;
  revokedAt?: string | null;
}

/** Whether it has neither ended by itself nor been ended. */
export const worksStill = ({ revokedAt, expiresAt }: Lifetime) => !revokedAt && Date.parse(expiresAt) > Date.now();

/** How it stands, and since or until when. */
export function LifetimeState({
  lifetime,
  works = 'Works',
  revoked = 'Revoked',
  sleeps = false,
}: {
  lifetime: Lifetime;
  works?: string;
  revoked?: string;
  /** It has not ended, and does not work while something else is so. */
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
