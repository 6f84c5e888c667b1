import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { Section } from '../../web/kit/page.tsx';
import { When } from '../../web/kit/values.tsx';
import type { Setting } from './setting.ts';
import { texts } from './texts.ts';
import { ORIGINS, Value } from './value.tsx';

/** Changes of a setting. Secrets are shown as fingerprints. */
export function History({ setting }: { setting: Setting }) {
  const { history, version } = setting;
  const names = useActorNames(history.map(({ changedBy }) => changedBy));
  return (
    <Section title={texts.history.title}>
      {history.length === 0 ? (
        <p className="hint">{texts.history.empty}</p>
      ) : (
        <table className="data">
          <caption className="only-heard">{texts.history.caption(setting.title)}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.history.time}</th>
              <th scope="col">{texts.history.actor}</th>
              <th scope="col">{texts.history.from}</th>
              <th scope="col">{texts.history.to}</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ changedAt, changedBy, from, fromOrigin, to, toOrigin, overlapHours }) => (
              <tr key={`${changedAt} ${changedBy}`}>
                <td>
                  <When at={changedAt} />
                </td>
                <td data-title={texts.history.actor}>
                  <Actor actor={changedBy} names={names} />
                </td>
                <td data-title={texts.history.from}>
                  <div>
                    <Value value={from} setting={setting} />
                    <OriginHint origin={fromOrigin} />
                  </div>
                </td>
                <td data-title={texts.history.to}>
                  <div>
                    <Value value={to} setting={setting} />
                    <OriginHint origin={toOrigin} />
                    {overlapHours !== null && overlapHours !== undefined && (
                      <div className="hint">
                        {overlapHours === 0 ? texts.history.noOverlap : texts.history.overlap(overlapHours)}
                      </div>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {version > history.length && <p className="hint">{texts.history.truncated(history.length, version)}</p>}
    </Section>
  );
}

/** Says where a value comes from, unless it was set in the back office. */
function OriginHint({ origin }: { origin: keyof typeof ORIGINS }) {
  return origin === 'BACK_OFFICE' ? null : <div className="hint">{ORIGINS[origin].toLowerCase()}</div>;
}
