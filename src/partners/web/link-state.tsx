import { StatusBadge, When } from '../../web/kit/values.tsx';

export interface LinkDates {
  expiresAt: string;
  revokedAt?: string | null;
}

export const linkWorks = ({ expiresAt, revokedAt }: LinkDates) => !revokedAt && Date.parse(expiresAt) > Date.now();

/** Whether a link opens something, and since or until when. */
export function LinkState({ link }: { link: LinkDates }) {
  const works = linkWorks(link);
  return (
    <>
      <StatusBadge tone={link.revokedAt ? 'bad' : works ? 'plain' : 'care'}>
        {link.revokedAt ? 'Revoked' : works ? 'Works' : 'Expired'}
      </StatusBadge>{' '}
      <span className="hint">
        {works && 'until '}
        <When at={link.revokedAt ?? link.expiresAt} />
      </span>
    </>
  );
}
