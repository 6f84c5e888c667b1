import { useParams } from '@tanstack/react-router';
import { CatalogueVersionListDocument, type CatalogueVersionListQuery } from '../../web/generated/models/graphql.ts';
import { Actor, type ActorNames, useActorNames } from '../../web/kit/actor.tsx';
import { usePage } from '../../web/kit/address.ts';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';

type Row = CatalogueVersionListQuery['catalogueVersions']['nodes'][number];

const columnsOf = (names: ActorNames): readonly Column<Row>[] => [
  { title: 'Version', cell: ({ number }) => `Version ${number}` },
  { title: 'Published', cell: ({ publishedAt }) => <When at={publishedAt} /> },
  { title: 'By', cell: ({ publishedBy }) => <Actor actor={publishedBy} names={names} /> },
  {
    title: 'Why',
    cell: ({ reason, restoredFrom }) => (
      <>
        {reason}
        {restoredFrom != null && <span className="hint"> (as version {restoredFrom} was)</span>}
      </>
    ),
  },
];

/** Every version of the catalogue there was, newest first. */
export function VersionsPart() {
  const { number } = useParams({ strict: false }) as { number?: string };
  const asked = useQueryOf(CatalogueVersionListDocument, usePage());
  const columns = columnsOf(
    useActorNames(asked.data?.catalogueVersions.nodes.map(({ publishedBy }) => publishedBy) ?? []),
  );
  return (
    <Shown asked={asked} rows={8}>
      {({ catalogueVersions: { nodes, pageInfo } }) =>
        nodes.length === 0 ? (
          <Empty>No catalogue was published yet.</Empty>
        ) : (
          <DataTable
            caption="Versions of the catalogue"
            rows={nodes}
            columns={columns}
            linkTo={(row) => `/admin/gateway/models/versions/${row.number}`}
            openId={nodes.find((row) => String(row.number) === number)?.id}
            pageInfo={pageInfo}
          />
        )
      }
    </Shown>
  );
}
