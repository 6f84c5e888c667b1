import type { HomeQuery } from '../../generated/frame/graphql.ts';
import { When } from '../../kit/values.tsx';
import { visibleString } from '../../kit/visible-text.tsx';

type Ending = NonNullable<HomeQuery['endings']>[number];

/** More lines would hide what is wrong now. */
const MOST = 3;

const WORDS: Record<Ending['kind'], string> = {
  PRICE: 'Price of',
  CUSTOMER_KEY: 'Customer key',
  AGENT_KEY: 'Agent key',
  OPERATOR_TOKEN: 'Operator token',
  PARTNER_LINK: 'Partner link of',
  CERTIFICATE: 'Certificate',
};

/** Lists what ends by itself within 30 days, the nearest first. */
export function UpcomingExpirations({ endings }: { endings: readonly Ending[] }) {
  const more = endings.length - MOST;
  return (
    <>
      {endings.slice(0, MOST).map(({ kind, subjectId, title, endsAt, daysBefore }) => (
        <li key={subjectId} data-tone={daysBefore <= 1 ? 'bad' : 'care'}>
          <span>
            {WORDS[kind]} {visibleString(title)} {daysBefore === 0 ? 'ended' : 'ends'}
          </span>
          <span className="hint">
            <When at={endsAt} ago />
          </span>
        </li>
      ))}
      {more > 0 && <li className="hint">{more} more end within 30 days</li>}
    </>
  );
}
