import { Button } from '@mantine/core';
import { useState } from 'react';
import { Actor, useActorNames } from '../../web/kit/actor.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { LifetimeState, worksStill } from '../../web/kit/lifetime.tsx';
import { Section } from '../../web/kit/page.tsx';
import { PermissionList } from '../../web/kit/permission-choices.tsx';
import { Secret } from '../../web/kit/secret.tsx';
import { Empty } from '../../web/kit/states.tsx';
import { When } from '../../web/kit/values.tsx';
import { useMay, useViewer } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Agent, AgentKey } from './agent.ts';
import { RevokeAgentKey } from './revoke-agent-key.tsx';
import { RotateAgentKey } from './rotate-agent-key.tsx';

/** Those that work and those that have ended lately. */
export function AgentKeys({ agent }: { agent: Agent }) {
  const mayIssue = useMayIssue(agent);
  const [rotating, setRotating] = useState<AgentKey | null>(null);
  const [revoking, setRevoking] = useState<AgentKey | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const names = useActorNames(agent.keys.map(({ issuedBy }) => issuedBy));
  const button = mayIssue && <ButtonLink to={`/admin/agents/${agent.id}/new-key`}>Issue a key</ButtonLink>;
  const columns: readonly Column<AgentKey>[] = [
    {
      title: 'Key',
      cell: ({ name, hint }) => (
        <>
          <Visible text={name} /> <code className="hint">{hint}…</code>
        </>
      ),
    },
    { title: 'State', cell: (key) => <LifetimeState lifetime={key} sleeps={Boolean(agent.disabledAt)} /> },
    { title: 'May ask', cell: ({ scopes }) => <PermissionList names={scopes} /> },
    { title: 'Issued by', isMinor: true, cell: ({ issuedBy }) => <Actor actor={issuedBy} names={names} /> },
    { title: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} ago /> },
    {
      title: 'Actions',
      cell: (key) =>
        worksStill(key) && (
          <span className="row-actions">
            {mayIssue && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => setRotating(key)}
                aria-label={`Rotate ${key.name}`}
              >
                Rotate
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setRevoking(key)}
              aria-label={`Revoke ${key.name}`}
            >
              Revoke
            </Button>
          </span>
        ),
    },
  ];
  return (
    <Section title="Keys" actions={agent.keys.length > 0 && button}>
      {agent.keys.length === 0 ? (
        <Empty action={button}>It has no key, so it can ask for nothing yet.</Empty>
      ) : (
        <DataTable caption="Keys" rows={agent.keys} columns={columns} />
      )}
      {rotating && (
        <RotateAgentKey
          agentId={agent.id}
          agentKey={rotating}
          onClose={() => setRotating(null)}
          onDone={(secret) => {
            setRotating(null);
            setToken(secret);
          }}
        />
      )}
      {revoking && <RevokeAgentKey agentKey={revoking} onClose={() => setRevoking(null)} />}
      <Secret title="The new key" secret={token} onClose={() => setToken(null)} />
    </Section>
  );
}

/** Whoever has a key acts for the owner, and spends what is its: with a customer's it takes who could issue the customer's own. */
function useMayIssue({ owner, disabledAt }: Agent): boolean {
  const { actor } = useViewer();
  const may = useMay();
  if (disabledAt) return false;
  return owner === actor || may(owner.startsWith('customer:') ? 'customers:manage' : 'agents:manage');
}
