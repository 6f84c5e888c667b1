import { StatusBadge, When } from '../../web/kit/values.tsx';

export interface LinkDates {
  expiresAt: string;
  revokedAt?: string | null;
}

export const linkWorks = ({ expiresAt, revokedAt }: LinkDates) => !revokedAt && Date.parse(expiresAt) > Date.now();

/** Whether a link opens something, and since or until when. */
export function LinkState({ of }: { of: LinkDates }) {
  const works = linkWorks(of);
  return (
    <>
      <StatusBadge tone={of.revokedAt ? 'bad' : works ? 'plain' : 'care'}>
        {of.revokedAt ? 'Revoked' : works ? 'Works' : 'Expired'}
      </StatusBadge>{' '}
      <span className="hint">
        {works && 'until '}
        <When at={of.revokedAt ?? of.expiresAt} />
      </span>
    </>
  );
}
