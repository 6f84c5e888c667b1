import { ActorName } from '../../web/kit/actor.tsx';
import { enumLabel, Facts, When } from '../../web/kit/values.tsx';
import type { Setting } from './setting.ts';
import { texts } from './texts.ts';
import { ORIGINS, Value } from './value.tsx';

/** Current value of a setting, its source, the values of the other sources, and the roles that can change it. */
export function SettingFacts({ setting }: { setting: Setting }) {
  const { value, origin, startValue, startOrigin, defaultValue, environmentVariable, updatedAt, updatedBy } = setting;
  return (
    <Facts
      items={[
        [texts.facts.current, <Value key="value" value={value} setting={setting} />],
        [
          texts.facts.source,
          origin === 'BACK_OFFICE' ? (
            <>
              {texts.origins.BACK_OFFICE} <When at={updatedAt} />{' '}
              {updatedBy && texts.facts.by(<ActorName actor={updatedBy} />)}
            </>
          ) : (
            ORIGINS[origin]
          ),
        ],
        [
          texts.facts.environment,
          <>
            <code>{environmentVariable}</code>
            {startOrigin === 'ENVIRONMENT' ? (
              <>
                {' '}
                = <Value value={startValue} setting={setting} />{' '}
              </>
            ) : (
              texts.facts.notSet
            )}
          </>,
        ],
        [texts.facts.default, defaultValue && <Value value={defaultValue} setting={setting} />],
        [texts.facts.section, setting.section.join(' › ')],
        [
          texts.facts.changedBy,
          <>
            {setting.roles.length > 0 ? setting.roles.map(enumLabel).join(', ') : texts.facts.noRole}{' '}
            <span className="hint">{texts.facts.withPermission(<code>{setting.permission}</code>)}</span>
          </>,
        ],
      ]}
    />
  );
}
