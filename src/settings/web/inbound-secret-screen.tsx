import { Button } from '@mantine/core';
import { useState } from 'react';
import { SettingByNameDocument } from '../../web/generated/settings/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Breadcrumb } from '../../web/kit/breadcrumb.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { type IssuedSecret, Secret } from '../../web/kit/secret.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { History } from './history.tsx';
import { fingerprintOf, RevokeSecret, RotateSecret, SetSecret } from './secret-forms.tsx';
import { INBOUND_SECRET, INBOUND_SECRET_SECTION, type Setting } from './setting.ts';
import './settings.css';
import { TestSecret } from './test-secret.tsx';
import { texts } from './texts.ts';

const PART = { to: '/admin/settings', search: { part: INBOUND_SECRET_SECTION } };
const CRUMBS = [
  { title: texts.inbound.hub, ...PART },
  { title: texts.inbound.host, ...PART },
  { title: texts.inbound.title },
];

/** Screen of the integrations inbound secret, under Marketing hub › Host settings. */
export function Screen() {
  const query = useQueryOf(SettingByNameDocument, { name: INBOUND_SECRET });
  const setting = query.data?.settings[0];
  const may = useMay();
  const mayChange = setting !== undefined && may(setting.permission);
  return (
    <>
      <Breadcrumb crumbs={CRUMBS} />
      <Page
        title={texts.inbound.title}
        lead={texts.inbound.lead(<code>Authorization: Bearer …</code>)}
        actions={mayChange && <SecretActions setting={setting} onReload={query.again} />}
      >
        <QueryView query={query} rows={8}>
          {({ settings: [one] }) =>
            one && (
              <>
                <CurrentSecret setting={one} />
                <PreviousSecrets setting={one} mayChange={mayChange} />
              </>
            )
          }
        </QueryView>
        {mayChange && <TestSecret />}
        {setting && <History setting={setting} />}
      </Page>
    </>
  );
}

type OpenDialog = 'ROTATE' | 'SET' | 'REVOKE';

function SecretActions({ setting, onReload }: { setting: Setting; onReload(): void }) {
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [issued, setIssued] = useState<IssuedSecret | null>(null);
  const fingerprint = fingerprintOf(setting);
  const close = () => setAsking(null);
  return (
    <>
      <Button onClick={() => setAsking('ROTATE')}>{texts.inbound.rotate}</Button>
      <Button variant="default" onClick={() => setAsking('SET')}>
        {texts.inbound.set}
      </Button>
      {fingerprint && (
        <Button variant="default" onClick={() => setAsking('REVOKE')}>
          {texts.inbound.revoke}
        </Button>
      )}
      {asking === 'ROTATE' && (
        <RotateSecret
          now={setting}
          onReload={onReload}
          onClose={close}
          onDone={(made) => {
            close();
            setIssued({ secret: made });
          }}
        />
      )}
      {asking === 'SET' && <SetSecret now={setting} onReload={onReload} onClose={close} />}
      {asking === 'REVOKE' && fingerprint && <RevokeSecret fingerprint={fingerprint} isInForce onClose={close} />}
      <Secret title={texts.inbound.newSecret} issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

function CurrentSecret({ setting }: { setting: Setting }) {
  const { origin, environmentVariable, updatedAt, updatedBy, lastUsedAt, permission, roles } = setting;
  const fingerprint = fingerprintOf(setting);
  return (
    <Facts
      items={[
        [
          texts.facts.current,
          fingerprint ? (
            <>
              <code>{fingerprint}</code>{' '}
              <span className="hint">{texts.inbound.fingerprint(<code>printf %s SECRET | sha256sum</code>)}</span>
            </>
          ) : (
            texts.inbound.none
          ),
        ],
        [
          texts.facts.source,
          origin === 'BACK_OFFICE' ? (
            <>
              {fingerprint ? texts.origins.BACK_OFFICE : texts.inbound.revoked} <When at={updatedAt} />
              {updatedBy && texts.facts.by(<ActorName actor={updatedBy} />)}
            </>
          ) : (
            texts.inbound.fromEnvironment(<code>{environmentVariable}</code>)
          ),
        ],
        [
          texts.inbound.lastUsed,
          <span key="shown">
            {lastUsedAt ? <When at={lastUsedAt} /> : <span className="unknown">{texts.inbound.neverUsed}</span>}
          </span>,
        ],
        [
          texts.facts.changedBy,
          <>
            {roles.map(enumLabel).join(', ')}{' '}
            <span className="hint">{texts.facts.withPermission(<code>{permission}</code>)}</span>
          </>,
        ],
      ]}
    />
  );
}

/** Replaced secrets that are still valid, the one that ends first at the top. */
function PreviousSecrets({ setting: { previousSecrets }, mayChange }: { setting: Setting; mayChange: boolean }) {
  const [ending, setEnding] = useState<string | null>(null);
  if (previousSecrets.length === 0) return null;
  return (
    <Section title={texts.earlier.title}>
      <table className="data">
        <caption className="only-heard">{texts.earlier.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.earlier.secret}</th>
            <th scope="col">{texts.earlier.ends}</th>
            <th scope="col">{texts.inbound.lastUsed}</th>
            {mayChange && (
              <th scope="col">
                <span className="only-heard">{texts.earlier.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {previousSecrets.map(({ fingerprint, validUntil, lastUsedAt }) => (
            <tr key={fingerprint}>
              <th scope="row">
                <code>{fingerprint}</code>
              </th>
              <td data-title={texts.earlier.ends}>
                <span>
                  <When at={validUntil} />{' '}
                  <span className="hint">
                    {'('}
                    <When at={validUntil} ago />
                    {')'}
                  </span>
                </span>
              </td>
              <td data-title={texts.inbound.lastUsed}>
                <When at={lastUsedAt} />
              </td>
              {mayChange && (
                <td>
                  <Button
                    variant="subtle"
                    color="bad"
                    size="xs"
                    aria-label={texts.earlier.revokeLabel(fingerprint)}
                    onClick={() => setEnding(fingerprint)}
                  >
                    {texts.earlier.revoke}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {ending && <RevokeSecret fingerprint={ending} isInForce={false} onClose={() => setEnding(null)} />}
    </Section>
  );
}
