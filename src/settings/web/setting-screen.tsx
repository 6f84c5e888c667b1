import { Navigate } from '@tanstack/react-router';
import { OneSettingDocument } from '../../web/generated/settings/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { ChangeForm } from './change-form.tsx';
import { History } from './history.tsx';
import { addressOf, INBOUND_SECRET, nameIn, type Setting } from './setting.ts';
import { SettingFacts } from './setting-facts.tsx';

/** `/admin/settings/seals-per-minute`: one of them, over the list. */
export function Screen() {
  const { setting } = useParamsOf('/admin/settings/$setting');
  const name = nameIn(setting);
  const asked = useQueryOf(OneSettingDocument, { name });
  if (name === INBOUND_SECRET) return <Navigate to={addressOf(name)} replace />;
  // A name that is none is refused before anything is looked up.
  const isNone = asked.failure?.kind === 'REFUSED' && !asked.data;
  return (
    <Detail title={asked.data?.settings[0]?.title ?? 'Setting'} back="/admin/settings">
      {isNone ? (
        <Empty>There is no such setting.</Empty>
      ) : (
        <Shown asked={asked} rows={8}>
          {({ settings: [one] }) =>
            one?.name === name ? <About key={name} setting={one} onReload={asked.again} /> : null
          }
        </Shown>
      )}
    </Detail>
  );
}

function About({ setting, onReload }: { setting: Setting; onReload(): void }) {
  const may = useMay()(setting.permission);
  return (
    <>
      <p className="settings-prose">{setting.description}</p>
      {may && <ChangeForm now={setting} onReload={onReload} />}
      <SettingFacts setting={setting} />
      <History setting={setting} />
    </>
  );
}
