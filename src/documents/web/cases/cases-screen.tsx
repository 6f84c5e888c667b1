import { CaseListDocument, type CaseListQuery } from '../../../web/generated/documents/graphql.ts';
import { type ActorNames, useActorNames } from '../../../web/kit/actor.tsx';
import { field, filtersOf, useFilters, usePage } from '../../../web/kit/address.ts';
import { ButtonLink } from '../../../web/kit/button-link.tsx';
import type { Column } from '../../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../../web/kit/filters.tsx';
import { PageLink } from '../../../web/kit/link.tsx';
import { ListScreen } from '../../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { StatusBadge, When } from '../../../web/kit/values.tsx';
import { useMay } from '../../../web/kit/viewer.ts';
import { CaseName } from './case-name.tsx';
import { CustomerName } from './customer-name.tsx';
import { texts } from './texts.ts';

type Case = CaseListQuery['cases']['nodes'][number];

const FILTERS = filtersOf({ search: field.text(), erased: field.flag(), order: field.oneOf(['NAME']) });

const ERASED = [{ value: 'true', label: texts.list.erased }];
const ORDERS = [{ value: 'NAME', label: texts.list.byName }];

const columnsWith = (names: ActorNames): readonly Column<Case>[] => [
  { title: texts.fields.name, cell: ({ name }) => <CaseName name={name} /> },
  { title: texts.fields.customer, cell: ({ customerId }) => <CustomerName id={customerId} names={names} /> },
  { title: texts.fields.dataClass, cell: ({ dataClass }) => texts.dataClass[dataClass] },
  {
    title: texts.list.documents,
    isNumber: true,
    cell: ({ documentCount }) => documentCount ?? <span className="unknown">{texts.list.hidden}</span>,
  },
  { title: texts.list.status, cell: (one) => <CaseState {...one} /> },
  { title: texts.list.created, isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** Screen `/admin/cases`: sets of documents. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { search, erased, order } = filters;
  const may = useMay();
  const query = useQueryOf(CaseListDocument, {
    filter: { ...(search && { search }), ...(erased && { isErased: erased === 'true' }) },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  const customers = query.data?.cases.nodes.map(({ customerId }) => `customer:${customerId}`) ?? [];
  const names = useActorNames(customers);
  return (
    <ListScreen
      title={texts.list.title}
      lead={may('cases:manage') ? texts.list.leadForAdmins : texts.list.lead}
      actions={
        <>
          <PageLink to="/admin/cases/search" className="button-link" data-quiet>
            {texts.list.search}
          </PageLink>
          {may('cases:write') && <ButtonLink to="/admin/cases/new">{texts.list.create}</ButtonLink>}
        </>
      }
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.fields.name} placeholder={texts.list.partOfName} {...bind('search')} />
          <ChoiceFilter label={texts.list.status} any={texts.list.current} {...bind('erased')} choices={ERASED} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.cases}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      table={{ caption: texts.list.title, columns: columnsWith(names), linkTo: ({ id }) => `/admin/cases/${id}` }}
    />
  );
}

/** Status of a case for the viewer. */
function CaseState({ erasedAt, canRead }: Pick<Case, 'erasedAt' | 'canRead'>) {
  if (erasedAt) return <StatusBadge>{texts.list.erased}</StatusBadge>;
  return canRead ? (
    <StatusBadge>{texts.list.member}</StatusBadge>
  ) : (
    <StatusBadge tone="care">{texts.list.notMember}</StatusBadge>
  );
}
