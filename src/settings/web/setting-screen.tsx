import { Navigate } from '@tanstack/react-router';
import { SettingByNameDocument } from '../../web/generated/settings/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { History } from './history.tsx';
import { addressOf, INBOUND_SECRET, nameIn, type Setting } from './setting.ts';
import { SettingFacts } from './setting-facts.tsx';
import { SettingForm } from './setting-form.tsx';
import { texts } from './texts.ts';

/** Screen of one setting, shown over the list, e.g. `/admin/settings/seals-per-minute`. */
export function Screen() {
  const { setting } = useParamsOf('/admin/settings/$setting');
  const name = nameIn(setting);
  const query = useQueryOf(SettingByNameDocument, { name });
  if (name === INBOUND_SECRET) return <Navigate to={addressOf(name)} replace />;
  // True if no setting has this name, since the service refuses unknown names.
  const isNone = query.failure?.kind === 'REFUSED' && !query.data;
  return (
    <Detail title={query.data?.settings[0]?.title ?? texts.setting.title} back="/admin/settings">
      {isNone ? (
        <Empty>{texts.setting.notFound}</Empty>
      ) : (
        <QueryView query={query} rows={8}>
          {({ settings: [one] }) =>
            one?.name === name ? <SettingDetails key={name} setting={one} onReload={query.again} /> : null
          }
        </QueryView>
      )}
    </Detail>
  );
}

function SettingDetails({ setting, onReload }: { setting: Setting; onReload(): void }) {
  const may = useMay()(setting.permission);
  return (
    <>
      <p className="settings-prose">{setting.description}</p>
      {may && <SettingForm now={setting} onReload={onReload} />}
      <SettingFacts setting={setting} />
      <History setting={setting} />
    </>
  );
}
