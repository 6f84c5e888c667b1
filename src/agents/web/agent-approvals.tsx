import { AgentApprovalsDocument, type AgentApprovalsQuery } from '../../web/generated/agents/graphql.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, StatusBadge, When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';
import { texts } from './texts.ts';

type AgentApproval = AgentApprovalsQuery['approvals']['nodes'][number];

const COLUMNS: readonly Column<AgentApproval>[] = [
  { title: texts.approvals.request, cell: ({ title }) => <Visible text={title} /> },
  { title: texts.approvals.kind, isMinor: true, cell: ({ subjectKind }) => enumLabel(subjectKind) },
  { title: texts.approvals.status, cell: ({ state }) => <ApprovalStateBadge value={state} /> },
  { title: texts.approvals.created, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** List of the agent's newest approval requests, with a link to all of them. */
export function AgentApprovals({ agent }: { agent: Agent }) {
  const actor = `agent:${agent.id}`;
  const query = useQueryOf(AgentApprovalsDocument, { requestedBy: [actor] });
  return (
    <Section title={texts.approvals.title}>
      <QueryView query={query} rows={3}>
        {({ approvals: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty>{texts.approvals.empty}</Empty>
          ) : (
            <>
              <DataTable
                caption={texts.approvals.caption}
                rows={nodes}
                columns={COLUMNS}
                linkTo={({ id }) => `/admin/approvals/${id}`}
              />
              {pageInfo.hasNextPage && (
                <p>
                  <PageLink to="/admin/approvals" search={{ view: 'all', requestedBy: actor }}>
                    {texts.approvals.all}
                  </PageLink>
                </p>
              )}
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

function ApprovalStateBadge({ value }: { value: AgentApproval['state'] }) {
  if (value === 'PENDING') return <StatusBadge tone="care">{texts.approvals.pending}</StatusBadge>;
  return <StatusBadge tone={value === 'REJECTED' ? 'bad' : 'plain'}>{enumLabel(value)}</StatusBadge>;
}
