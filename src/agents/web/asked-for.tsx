import { AskedByAgentDocument, type AskedByAgentQuery } from '../../web/generated/agents/graphql.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Section } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge, When, wordsOf } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import type { Agent } from './agent.ts';

type Asked = AskedByAgentQuery['approvals']['nodes'][number];

const COLUMNS: readonly Column<Asked>[] = [
  { title: 'What', cell: ({ title }) => <Visible text={title} /> },
  { title: 'Kind', isMinor: true, cell: ({ subjectKind }) => wordsOf(subjectKind) },
  { title: 'How it stands', cell: ({ state }) => <State value={state} /> },
  { title: 'Asked', cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** The newest that it has asked people for, and the way to all of it. */
export function AskedFor({ agent }: { agent: Agent }) {
  const actor = `agent:${agent.id}`;
  const asked = useQueryOf(AskedByAgentDocument, { askedBy: [actor] });
  return (
    <Section title="What it has asked approval for">
      <Shown asked={asked} rows={3}>
        {({ approvals: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty>It has asked nobody for anything yet.</Empty>
          ) : (
            <>
              <DataTable
                caption="What it has asked approval for, newest first"
                rows={nodes}
                columns={COLUMNS}
                linkTo={({ id }) => `/admin/approvals/${id}`}
              />
              {pageInfo.hasNextPage && (
                <p>
                  <PageLink to="/admin/approvals" search={{ view: 'all', askedBy: actor }}>
                    All that it has asked for
                  </PageLink>
                </p>
              )}
            </>
          )
        }
      </Shown>
    </Section>
  );
}

function State({ value }: { value: Asked['state'] }) {
  if (value === 'PENDING') return <StatusBadge tone="care">Waits</StatusBadge>;
  return <StatusBadge tone={value === 'REJECTED' ? 'bad' : 'plain'}>{wordsOf(value)}</StatusBadge>;
}
