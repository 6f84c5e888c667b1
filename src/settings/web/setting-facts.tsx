import { ActorName } from '../../web/kit/actor.tsx';
import { enumLabel, Facts, When } from '../../web/kit/values.tsx';
import type { Setting } from './setting.ts';
import { ORIGINS, Value } from './value.tsx';

/** What holds, where it comes from, what would hold otherwise, and who decides. */
export function SettingFacts({ setting }: { setting: Setting }) {
  const { value, origin, startValue, startOrigin, defaultValue, environmentVariable, updatedAt, updatedBy } = setting;
  return (
    <Facts
      items={[
        ['In force', <Value key="value" value={value} setting={setting} />],
        [
          'Where from',
          origin === 'BACK_OFFICE' ? (
            <>
              Set here <When at={updatedAt} />
              {updatedBy && (
                <>
                  {' '}
                  by <ActorName actor={updatedBy} />
                </>
              )}
            </>
          ) : (
            ORIGINS[origin]
          ),
        ],
        [
          'Environment',
          <>
            <code>{environmentVariable}</code>
            {startOrigin === 'ENVIRONMENT' ? (
              <>
                {' '}
                says <Value value={startValue} setting={setting} />
              </>
            ) : (
              ' is not set'
            )}
          </>,
        ],
        ['Default', defaultValue && <Value value={defaultValue} setting={setting} />],
        ['Stands under', setting.section.join(' › ')],
        [
          'Changed by',
          <>
            {setting.roles.length > 0 ? setting.roles.map(enumLabel).join(', ') : 'Nobody'}{' '}
            <span className="hint">
              who may <code>{setting.permission}</code>
            </span>
          </>,
        ],
      ]}
    />
  );
}
