import { PartnerListDocument, type PartnerListQuery } from '../../web/generated/partners/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { texts } from './texts.ts';

type Partner = PartnerListQuery['partners']['nodes'][number];

const FILTERS = filtersOf({
  search: field.text(),
  works: field.flag(),
  from: field.day(),
  to: field.day(),
  order: field.oneOf(['NAME']),
});

const COLUMNS: readonly Column<Partner>[] = [
  { title: texts.list.name, cell: ({ name }) => name },
  { title: texts.list.created, cell: ({ createdAt }) => <When at={createdAt} /> },
];

const WORKS = [
  { value: 'true', label: texts.list.hasActiveLink },
  { value: 'false', label: texts.list.noActiveLink },
];

/** Screen `/admin/partners`: organisations that read the image bank through a link. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { search, works, from, to, order } = filters;
  const query = useQueryOf(PartnerListDocument, {
    filter: {
      ...(search && { search }),
      ...(works && { hasValidLink: works === 'true' }),
      createdAfter: dayBegins(from),
      createdBefore: dayEnds(to),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={<ButtonLink to="/admin/partners/new-link">{texts.link.create}</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <TextFilter label={texts.list.name} placeholder={texts.list.partOfName} {...bind('search')} />
          <ChoiceFilter label={texts.partner.links} {...bind('works')} choices={WORKS} />
          <DayFilter label={texts.list.createdFrom} {...bind('from')} />
          <DayFilter label={texts.list.createdTo} {...bind('to')} />
          <ChoiceFilter
            label={texts.list.order}
            any={texts.list.newest}
            {...bind('order')}
            choices={[{ value: 'NAME', label: texts.list.byName }]}
          />
        </>
      }
      query={query}
      rows={12}
      connectionOf={(data) => data.partners}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={<ButtonLink to="/admin/partners/new-link">{texts.link.create}</ButtonLink>}
      table={{ caption: texts.list.title, columns: COLUMNS, linkTo: ({ id }) => `/admin/partners/${id}` }}
    />
  );
}
