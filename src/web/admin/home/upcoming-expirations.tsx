import type { HomeQuery } from '../../generated/frame/graphql.ts';
import { When } from '../../kit/values.tsx';
import { visibleString } from '../../kit/visible-text.tsx';
import { texts } from '../texts.ts';

type Expiration = NonNullable<HomeQuery['expirations']>[number];

/** Maximum number of listed expirations, so that current problems stay visible. */
const MAX_LINES = 3;

/**
 * Lists credentials, certificates and prices that expire soon or have expired, the earliest first. At most `MAX_LINES` are
 * listed by name.
 */
export function UpcomingExpirations({ expirations }: { expirations: readonly Expiration[] }) {
  const more = expirations.length - MAX_LINES;
  return (
    <>
      {expirations.slice(0, MAX_LINES).map(({ kind, subjectId, title, endsAt, daysBefore }) => (
        <li key={subjectId} data-tone={daysBefore <= 1 ? 'bad' : 'care'}>
          <span>{texts.expiring.line(texts.expiring[kind], visibleString(title), daysBefore === 0)}</span>
          <span className="hint">
            <When at={endsAt} ago />
          </span>
        </li>
      ))}
      {more > 0 && <li className="hint">{texts.expiring.more(more)}</li>}
    </>
  );
}
