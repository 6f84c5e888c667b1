import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { AgentByIdDocument } from '../../web/generated/agents/graphql.ts';
import { Actor, idOf, useActorNames } from '../../web/kit/actor.tsx';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import type { Agent } from './agent.ts';
import { AgentApprovals } from './agent-approvals.tsx';
import { AgentKeys } from './agent-keys.tsx';
import { AgentPermissions } from './agent-permissions.tsx';
import { AgentState } from './agent-state.tsx';
import { McpConnection } from './mcp-connection.tsx';
import { ToggleAgent } from './toggle-agent.tsx';
import './agents.css';
import { texts } from './texts.ts';

/** Screen `/admin/agents/agt_…`: one agent with its keys and approval requests. */
export function Screen() {
  const { agentId } = useParamsOf('/admin/agents/$agentId');
  const may = useMay();
  const query = useQueryOf(AgentByIdDocument, { id: agentId });
  const { data } = query;
  const [isTurning, setTurning] = useState(false);
  if (data && !data.agent)
    return (
      <Page title={texts.agent.title}>
        <Empty action={<ButtonLink to="/admin/agents">{texts.agent.all}</ButtonLink>}>{texts.agent.notFound}</Empty>
      </Page>
    );
  const agent = data?.agent;
  return (
    <Page
      title={agent?.name ?? texts.agent.title}
      actions={
        agent && (
          <>
            <ButtonLink to={`/admin/agents/${agent.id}/rename`} variant="default">
              {texts.agent.rename}
            </ButtonLink>
            <Button variant="default" onClick={() => setTurning(true)}>
              {agent.disabledAt ? texts.agent.enable : texts.agent.disable}
            </Button>
          </>
        )
      }
    >
      <QueryView query={query} rows={14}>
        {() =>
          agent && (
            <>
              <AgentFacts agent={agent} />
              <AgentKeys agent={agent} />
              <McpConnection />
              {may('approvals:read') && <AgentApprovals agent={agent} />}
              <AgentPermissions />
              {isTurning && <ToggleAgent agent={agent} onClose={() => setTurning(false)} />}
            </>
          )
        }
      </QueryView>
      <Outlet />
    </Page>
  );
}

function AgentFacts({ agent }: { agent: Agent }) {
  const { id, owner, disabledAt, createdAt, lastUsedAt } = agent;
  const names = useActorNames([owner]);
  const may = useMay();
  return (
    <Section title={texts.agent.details}>
      <Facts
        items={[
          [texts.agent.owner, <Owner key="owner" owner={owner} names={names} />],
          [texts.agent.status, <AgentState key="state" {...agent} />],
          [texts.agent.disabled, disabledAt && <When at={disabledAt} />],
          [texts.agent.lastUsed, <When key="used" at={lastUsedAt} ago />],
          [texts.agent.created, <When key="made" at={createdAt} />],
          [texts.agent.id, <Id key="id" value={id} copies />],
          [
            texts.agent.audit,
            may('audit:read') ? (
              <PageLink key="audit" to="/admin/audit" search={{ actor: `agent:${id}` }}>
                {texts.agent.auditLink}
              </PageLink>
            ) : null,
          ],
          [
            texts.agent.runs,
            may('runs:read') ? (
              <PageLink key="runs" to="/admin/runs" search={{ by: `agent:${id}` }}>
                {texts.agent.runsLink}
              </PageLink>
            ) : null,
          ],
        ]}
      />
    </Section>
  );
}

/** Owner of the agent, who can never approve its requests. */
function Owner({ owner, names }: { owner: string; names: ReturnType<typeof useActorNames> }) {
  const may = useMay();
  const kind = owner.split(':', 1)[0];
  const id = idOf(owner);
  const name = <Actor actor={owner} names={names} />;
  if (kind === 'customer' && id)
    return (
      <>
        {texts.agent.customerOwner(
          may('customers:read') ? <PageLink to={`/admin/customers/${id}`}>{name}</PageLink> : name,
        )}
      </>
    );
  return kind === 'operator' && id && may('operators:read') ? (
    <PageLink to={`/admin/operators/${id}`}>{name}</PageLink>
  ) : (
    name
  );
}
