import type { SealStatus } from '../../web/generated/seals/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

/** No status is shown in green: green means verified, and this screen verifies nothing. */
export const STATUS_LABELS: Readonly<Record<SealStatus, { word: string; tone: Tone; says: string }>> = {
  SEALED: { ...texts.states.SEALED, tone: 'plain' },
  PENDING_TIMESTAMP: { ...texts.states.PENDING_TIMESTAMP, tone: 'care' },
  SUPERSEDED: { ...texts.states.SUPERSEDED, tone: 'care' },
  REVOKED: { ...texts.states.REVOKED, tone: 'bad' },
};

export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
