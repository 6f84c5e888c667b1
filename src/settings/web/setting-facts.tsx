import { ActorName } from '../../web/kit/actor.tsx';
import { Facts, When, wordsOf } from '../../web/kit/values.tsx';
import type { Setting } from './setting.ts';
import { ORIGINS, Value } from './value.tsx';

/** What holds, where it comes from, what would hold otherwise, and who decides. */
export function SettingFacts({ of: setting }: { of: Setting }) {
  const { value, origin, startValue, startOrigin, defaultValue, environmentVariable, updatedAt, updatedBy } = setting;
  return (
    <Facts
      of={[
        ['In force', <Value key="value" of={value} as={setting} />],
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
                says <Value of={startValue} as={setting} />
              </>
            ) : (
              ' is not set'
            )}
          </>,
        ],
        ['Default', defaultValue && <Value of={defaultValue} as={setting} />],
        ['Stands under', setting.section.join(' › ')],
        [
          'Changed by',
          <>
            {setting.roles.length > 0 ? setting.roles.map(wordsOf).join(', ') : 'Nobody'}{' '}
            <span className="hint">
              who may <code>{setting.permission}</code>
            </span>
          </>,
        ],
      ]}
    />
  );
}
