import type { AssetStatus } from '../../web/generated/assets/graphql.ts';
import { texts } from './texts.ts';

/** Visibility of a picture to one audience, and the reason for it. */
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

/** Which audiences can see a picture. The service enforces these rules; this copy is for display. */
export function visibilityOf({ status, validFrom, validUntil }: AssetUse, now: Date): Visibility[] {
  const isEarly = Boolean(validFrom && new Date(validFrom) > now);
  const isLate = Boolean(validUntil && new Date(validUntil) <= now);
  const reason =
    status !== 'LIVE'
      ? texts.visibility.reasons[status]
      : isEarly
        ? texts.visibility.notYetValid
        : isLate
          ? texts.visibility.noLongerValid
          : null;
  const isOpen = status === 'LIVE' || status === 'ARCHIVED';
  return [
    {
      who: texts.visibility.campaigns,
      isShown: reason === null,
      why: reason ? texts.visibility.neverPicked(reason) : texts.visibility.picked,
    },
    {
      who: texts.visibility.partners,
      isShown: reason === null,
      why: reason ? texts.visibility.notListed(reason) : texts.visibility.listed,
    },
    {
      who: texts.visibility.linkHolders,
      isShown: isOpen,
      why: !isOpen
        ? texts.visibility.linkNotFound(texts.visibility.reasons[status as 'TRASHED' | 'QUARANTINED'])
        : reason
          ? texts.visibility.linkStillShown
          : texts.visibility.linkShown,
    },
    { who: texts.visibility.operators, isShown: true, why: texts.visibility.operatorsSee },
  ];
}
