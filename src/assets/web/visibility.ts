import type { AssetStatus } from '../../web/generated/assets/graphql.ts';

/** Somebody who may come upon a picture, whether they do, and why. */
export interface Visibility {
  who: string;
  isShown: boolean;
  why: string;
}

interface AssetUse {
  status: AssetStatus;
  validFrom?: string | null;
  validUntil?: string | null;
}

const NOT_USED: Readonly<Record<Exclude<AssetStatus, 'LIVE'>, string>> = {
  ARCHIVED: 'it is archived',
  TRASHED: 'it is in the trash',
  QUARANTINED: 'it is held back until an operator releases it',
};

/** To whom a picture is shown now. The service decides; these are its rules in words. */
export function visibilityOf({ status, validFrom, validUntil }: AssetUse, now: Date): Visibility[] {
  const isEarly = Boolean(validFrom && new Date(validFrom) > now);
  const isLate = Boolean(validUntil && new Date(validUntil) <= now);
  const reason =
    status !== 'LIVE' ? NOT_USED[status] : isEarly ? 'it is not valid yet' : isLate ? 'it is no longer valid' : null;
  const isOpen = status === 'LIVE' || status === 'ARCHIVED';
  return [
    {
      who: 'Campaigns',
      isShown: reason === null,
      why: reason ? `Never picked: ${reason}.` : 'Picked in its turn, where its tags are asked for.',
    },
    {
      who: 'Partners',
      isShown: reason === null,
      why: reason ? `Not in their lists: ${reason}.` : 'In the list of every partner with a link that holds.',
    },
    {
      who: 'Strangers with its link',
      isShown: isOpen,
      why: !isOpen
        ? `They find nothing there: ${NOT_USED[status as 'TRASHED' | 'QUARANTINED']}. A cache may go on showing it for a while.`
        : reason
          ? 'See it still: mails and pages that were sent go on showing it.'
          : 'See it. Nobody comes upon the link by guessing.',
    },
    { who: 'Operators', isShown: true, why: 'See it here, whatever its state.' },
  ];
}
