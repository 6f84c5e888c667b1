import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { AgentByIdDocument } from '../../web/generated/agents/graphql.ts';
import { Actor, idOf, useActorNames } from '../../web/kit/actor.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Agent } from './agent.ts';
import { AgentKeys } from './agent-keys.tsx';
import { AgentState } from './agent-state.tsx';
import { AskedFor } from './asked-for.tsx';
import { Connect } from './connect.tsx';
import { MayAsk } from './may-ask.tsx';
import { TurnAgent } from './turn-agent.tsx';
import './agents.css';

/** `/admin/agents/agt_…` */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId');
  const may = useMay();
  const asked = useQueryOf(AgentByIdDocument, { id: agentId });
  const { data } = asked;
  const [isTurning, setTurning] = useState(false);
  if (data && !data.agent)
    return (
      <Page title="Agent">
        <Empty action={<ButtonLink to="/admin/agents">All agents</ButtonLink>}>
          There is no such agent that you may see.
        </Empty>
      </Page>
    );
  const agent = data?.agent;
  return (
    <Page
      title={agent?.name ?? 'Agent'}
      actions={
        agent && (
          <>
            <ButtonLink to={`/admin/agents/${agent.id}/rename`} variant="default">
              Rename
            </ButtonLink>
            <Button variant="default" onClick={() => setTurning(true)}>
              {agent.disabledAt ? 'Enable' : 'Disable'}
            </Button>
          </>
        )
      }
    >
      <Shown asked={asked} rows={14}>
        {() =>
          agent && (
            <>
              <About agent={agent} />
              <AgentKeys agent={agent} />
              <Connect />
              {may('approvals:read') && <AskedFor agent={agent} />}
              <MayAsk />
              {isTurning && <TurnAgent agent={agent} onClose={() => setTurning(false)} />}
            </>
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}

function About({ agent }: { agent: Agent }) {
  const { id, owner, disabledAt, createdAt, lastUsedAt } = agent;
  const names = useActorNames([owner]);
  const may = useMay();
  return (
    <Section title="About it">
      <Facts
        items={[
          ['Answers for it', <Owner key="owner" owner={owner} names={names} />],
          ['State', <AgentState key="state" {...agent} />],
          ['Disabled', disabledAt && <When at={disabledAt} />],
          ['Last used', <When key="used" at={lastUsedAt} ago />],
          ['Made', <When key="made" at={createdAt} />],
          ['Id', <Id key="id" value={id} copies />],
          [
            'What it has done',
            may('audit:read') ? (
              <PageLink key="audit" to="/admin/audit" search={{ actor: `agent:${id}` }}>
                In the audit trail
              </PageLink>
            ) : null,
          ],
          [
            'What it has run',
            may('runs:read') ? (
              <PageLink key="runs" to="/admin/runs" search={{ by: `agent:${id}` }}>
                In the log
              </PageLink>
            ) : null,
          ],
        ]}
      />
    </Section>
  );
}

/** Whoever answers for it never decides about what it asks. */
function Owner({ owner, names }: { owner: string; names: ReturnType<typeof useActorNames> }) {
  const may = useMay();
  const kind = owner.split(':', 1)[0];
  const id = idOf(owner);
  const name = <Actor actor={owner} names={names} />;
  if (kind === 'customer' && id)
    return (
      <>
        The customer {may('customers:read') ? <PageLink to={`/admin/customers/${id}`}>{name}</PageLink> : name}, who
        pays for it
      </>
    );
  return kind === 'operator' && id && may('operators:read') ? (
    <PageLink to={`/admin/operators/${id}`}>{name}</PageLink>
  ) : (
    name
  );
}
