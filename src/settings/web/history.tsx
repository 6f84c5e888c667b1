import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { Section } from '../../web/kit/page.tsx';
import { When } from '../../web/kit/values.tsx';
import type { Setting } from './setting.ts';
import { ORIGINS, Value } from './value.tsx';

/** Who changed it, when, from what and to what. Of secrets, their fingerprints. */
export function History({ setting }: { setting: Setting }) {
  const { history, version } = setting;
  const names = useActorNames(history.map(({ changedBy }) => changedBy));
  return (
    <Section title="History">
      {history.length === 0 ? (
        <p className="hint">Nobody has changed it here.</p>
      ) : (
        <table className="data">
          <caption className="only-heard">Changes of {setting.title}</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ changedAt, changedBy, from, fromOrigin, to, toOrigin, overlapHours }) => (
              <tr key={`${changedAt} ${changedBy}`}>
                <td>
                  <When at={changedAt} />
                </td>
                <td data-title="Who">
                  <Actor actor={changedBy} names={names} />
                </td>
                <td data-title="From">
                  <div>
                    <Value value={from} setting={setting} />
                    <OriginHint origin={fromOrigin} />
                  </div>
                </td>
                <td data-title="To">
                  <div>
                    <Value value={to} setting={setting} />
                    <OriginHint origin={toOrigin} />
                    {overlapHours !== null && overlapHours !== undefined && (
                      <div className="hint">
                        {overlapHours === 0 ? 'the one before ended at once' : `both for ${overlapHours} hours`}
                      </div>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {version > history.length && (
        <p className="hint">
          The newest {history.length} of {version} changes. All of them stand in the audit trail.
        </p>
      )}
    </Section>
  );
}

/** That a value was set here is what a history is of. */
function OriginHint({ origin }: { origin: keyof typeof ORIGINS }) {
  return origin === 'BACK_OFFICE' ? null : <div className="hint">{ORIGINS[origin].toLowerCase()}</div>;
}
