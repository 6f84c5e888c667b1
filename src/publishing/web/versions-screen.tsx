import {
  PublishingPolicyVersionsDocument,
  type PublishingPolicyVersionsQuery,
} from '../../web/generated/publishing/graphql.ts';
import { Actor, type ActorNames, useActorNames } from '../../web/kit/actor.tsx';
import { usePage } from '../../web/kit/address.ts';
import { type Column } from '../../web/kit/data-table.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useOpenParamsOf } from '../../web/kit/params.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';

type Version = PublishingPolicyVersionsQuery['publishingPolicies']['nodes'][number];

const columnsOf = (names: ActorNames): readonly Column<Version>[] => [
  { title: 'Version', cell: ({ number }) => `Version ${number}` },
  { title: 'Published', cell: ({ publishedAt }) => <When at={publishedAt} /> },
  { title: 'By', cell: ({ publishedBy }) => <Actor actor={publishedBy} names={names} /> },
  {
    title: 'Why',
    cell: ({ reason, restoredFrom }) => (
      <>
        <Visible text={reason} />
        {restoredFrom != null && <span className="hint"> (as version {restoredFrom} was)</span>}
      </>
    ),
  },
];

/** `/admin/publishing/versions`: all that was ever in force, the newest first. */
export function Screen() {
  const { number } = useOpenParamsOf('/admin/publishing/versions/$number');
  const asked = useQueryOf(PublishingPolicyVersionsDocument, usePage());
  const columns = columnsOf(
    useActorNames(asked.data?.publishingPolicies.nodes.map(({ publishedBy }) => publishedBy) ?? []),
  );
  return (
    <ListScreen
      title="Versions of the publishing policy"
      lead="None is ever changed: what was asked under one is decided by it."
      actions={
        <PageLink to="/admin/publishing" className="button-link" data-quiet>
          To the policy in force
        </PageLink>
      }
      asked={asked}
      rows={6}
      connectionOf={(data) => data.publishingPolicies}
      emptyText="No policy was ever published."
      table={{
        caption: 'Versions of the publishing policy',
        columns,
        linkTo: (row) => `/admin/publishing/versions/${row.number}`,
        isOpen: (row) => String(row.number) === number,
      }}
    />
  );
}
