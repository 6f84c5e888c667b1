import { Button } from '@mantine/core';
import { useState } from 'react';
import { OneSettingDocument } from '../../web/generated/settings/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Breadcrumb } from '../../web/kit/breadcrumb.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { type IssuedSecret, Secret } from '../../web/kit/secret.tsx';
import { Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, When, wordsOf } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { History } from './history.tsx';
import { fingerprintOf, Revoke, Rotate, SetOwn } from './secret-forms.tsx';
import { INBOUND_SECRET, type Setting } from './setting.ts';
import './settings.css';
import { TrySecret } from './try-secret.tsx';

const PART = { to: '/admin/settings', search: { part: 'Marketing hub' } };
const CRUMBS = [
  { title: 'Marketing hub', ...PART },
  { title: 'Host settings', ...PART },
  { title: 'Integrations inbound secret' },
];

/** Marketing hub › Host settings › Integrations inbound secret. */
export function Screen() {
  const asked = useQueryOf(OneSettingDocument, { name: INBOUND_SECRET });
  const setting = asked.data?.settings[0];
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
        actions={mayChange && <Actions setting={setting} onReload={asked.again} />}
      >
        <Shown asked={asked} rows={8}>
          {({ settings: [one] }) =>
            one && (
              <>
                <InForce setting={one} />
                <Earlier setting={one} mayChange={mayChange} />
              </>
            )
          }
        </Shown>
        {mayChange && <TrySecret />}
        {setting && <History setting={setting} />}
      </Page>
    </>
  );
}

type Asking = 'ROTATE' | 'SET' | 'REVOKE';

function Actions({ setting, onReload }: { setting: Setting; onReload(): void }) {
  const [asking, setAsking] = useState<Asking | null>(null);
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
        <Rotate
          now={setting}
          onReload={onReload}
          onClose={close}
          onDone={(made) => {
            close();
            setIssued({ secret: made });
          }}
        />
      )}
      {asking === 'SET' && <SetOwn now={setting} onReload={onReload} onClose={close} />}
      {asking === 'REVOKE' && fingerprint && <Revoke fingerprint={fingerprint} isInForce onClose={close} />}
      <Secret title="The new secret" issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

function InForce({ setting }: { setting: Setting }) {
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
            {roles.map(wordsOf).join(', ')}{' '}
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
function Earlier({ setting: { earlierSecrets }, mayChange }: { setting: Setting; mayChange: boolean }) {
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
      {ending && <Revoke fingerprint={ending} isInForce={false} onClose={() => setEnding(null)} />}
    </Section>
  );
}
