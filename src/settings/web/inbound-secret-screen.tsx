import { Button } from '@mantine/core';
import { useState } from 'react';
import { OneSettingDocument } from '../../web/generated/settings/graphql.ts';
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
import { INBOUND_SECRET, type Setting } from './setting.ts';
import './settings.css';
import { TestSecret } from './test-secret.tsx';

const PART = { to: '/admin/settings', search: { part: 'Marketing hub' } };
const CRUMBS = [
  { title: 'Marketing hub', ...PART },
  { title: 'Host settings', ...PART },
  { title: 'Integrations inbound secret' },
];

/** Marketing hub › Host settings › Integrations inbound secret. */
export function Screen() {
  const query = useQueryOf(OneSettingDocument, { name: INBOUND_SECRET });
  const setting = query.data?.settings[0];
  const may = useMay();
  const mayChange = setting !== undefined && may(setting.permission);
  return (
    <>
      <Breadcrumb crumbs={CRUMBS} />
      <Page
        title="Integrations inbound secret"
        lead={
          <>
            What systems outside show when they have pictures drawn over REST, as <code>Authorization: Bearer …</code>
          </>
        }
        actions={mayChange && <SecretActions setting={setting} onReload={query.again} />}
      >
        <QueryView query={query} rows={8}>
          {({ settings: [one] }) =>
            one && (
              <>
                <CurrentSecret setting={one} />
                <EarlierSecrets setting={one} mayChange={mayChange} />
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
      <Button onClick={() => setAsking('ROTATE')}>Rotate</Button>
      <Button variant="default" onClick={() => setAsking('SET')}>
        Set your own
      </Button>
      {fingerprint && (
        <Button variant="default" onClick={() => setAsking('REVOKE')}>
          Revoke
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
      <Secret title="The new secret" issued={issued} onClose={() => setIssued(null)} />
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
          'In force',
          fingerprint ? (
            <>
              <code>{fingerprint}</code>{' '}
              <span className="hint">
                as <code>printf %s SECRET | sha256sum</code> begins
              </span>
            </>
          ) : (
            'None: nobody is let in until one is made'
          ),
        ],
        [
          'Where from',
          origin === 'BACK_OFFICE' ? (
            <>
              {fingerprint ? 'Set here' : 'Revoked'} <When at={updatedAt} />
              {updatedBy && (
                <>
                  {' '}
                  by <ActorName actor={updatedBy} />
                </>
              )}
            </>
          ) : (
            <>
              The environment, as <code>{environmentVariable}</code>, or made at the first start
            </>
          ),
        ],
        [
          'Last shown',
          <span key="shown">
            {lastUsedAt ? <When at={lastUsedAt} /> : <span className="unknown">nobody has been seen to</span>}
          </span>,
        ],
        [
          'Changed by',
          <>
            {roles.map(enumLabel).join(', ')}{' '}
            <span className="hint">
              who may <code>{permission}</code>
            </span>
          </>,
        ],
      ]}
    />
  );
}

/** Secrets that another has taken the place of and that still count, the one that ends first at the top. */
function EarlierSecrets({ setting: { earlierSecrets }, mayChange }: { setting: Setting; mayChange: boolean }) {
  const [ending, setEnding] = useState<string | null>(null);
  if (earlierSecrets.length === 0) return null;
  return (
    <Section title="Still valid beside it">
      <table className="data">
        <caption className="only-heard">Secrets that still count</caption>
        <thead>
          <tr>
            <th scope="col">Secret</th>
            <th scope="col">Ends</th>
            <th scope="col">Last shown</th>
            {mayChange && (
              <th scope="col">
                <span className="only-heard">What can be done</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {earlierSecrets.map(({ fingerprint, validUntil, lastUsedAt }) => (
            <tr key={fingerprint}>
              <th scope="row">
                <code>{fingerprint}</code>
              </th>
              <td data-title="Ends">
                <span>
                  <When at={validUntil} />{' '}
                  <span className="hint">
                    {'('}
                    <When at={validUntil} ago />
                    {')'}
                  </span>
                </span>
              </td>
              <td data-title="Last shown">
                <When at={lastUsedAt} />
              </td>
              {mayChange && (
                <td>
                  <Button
                    variant="subtle"
                    color="bad"
                    size="xs"
                    aria-label={`End it now, ${fingerprint}`}
                    onClick={() => setEnding(fingerprint)}
                  >
                    End it now
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
