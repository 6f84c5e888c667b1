import { CatalogueVersionListDocument, type CatalogueVersionListQuery } from '../../web/generated/models/graphql.ts';
import { Actor, type ActorNames, useActorNames } from '../../web/kit/actor.tsx';
import { usePage } from '../../web/kit/address.ts';
import { type Column } from '../../web/kit/data-table.tsx';
import { List } from '../../web/kit/list.tsx';
import { useOpenParamsOf } from '../../web/kit/params.ts';
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
  const { number } = useOpenParamsOf('/admin/gateway/models/versions/$number');
  const asked = useQueryOf(CatalogueVersionListDocument, usePage());
  const columns = columnsOf(
    useActorNames(asked.data?.catalogueVersions.nodes.map(({ publishedBy }) => publishedBy) ?? []),
  );
  return (
    <List
      asked={asked}
      rows={8}
      connectionOf={(data) => data.catalogueVersions}
      emptyText="No catalogue was published yet."
      table={{
        caption: 'Versions of the catalogue',
        columns,
        linkTo: (row) => `/admin/gateway/models/versions/${row.number}`,
        isOpen: (row) => String(row.number) === number,
      }}
    />
  );
}
