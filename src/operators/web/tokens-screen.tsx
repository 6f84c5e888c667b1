import { OperatorTokenListDocument } from '../../web/generated/operators/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { OperatorViews } from './operator-views.tsx';
import { texts } from './texts.ts';
import { TokensTable } from './tokens-table.tsx';

const FILTERS = filtersOf({ valid: field.flag(), order: field.oneOf(['NAME', 'EXPIRES_AT', 'LAST_USED_AT']) });
const STATES = [
  { value: 'true', label: texts.tokens.active },
  { value: 'false', label: texts.tokens.ended },
];
const ORDERS = [
  { value: 'NAME', label: texts.list.byName },
  { value: 'EXPIRES_AT', label: texts.tokens.byExpiry },
  { value: 'LAST_USED_AT', label: texts.tokens.byLastUse },
];
const ISSUE = '/admin/operators/tokens/new';

/** `/admin/operators/tokens`: the user's own API tokens, or all tokens for users who manage operators. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { valid, order } = filters;
  const seesAll = useMay()('operators:manage');
  const query = useQueryOf(OperatorTokenListDocument, {
    filter: { ...(valid && { isValid: valid === 'true' }) },
    ...(order && { orderBy: { field: order, direction: order === 'LAST_USED_AT' ? 'DESC' : 'ASC' } }),
    ...usePage(),
  });
  return (
    <ListScreen
      title={texts.tokens.title}
      lead={seesAll ? texts.tokens.leadAll : texts.tokens.leadOwn}
      actions={<ButtonLink to={ISSUE}>{texts.tokens.createOwn}</ButtonLink>}
      intro={<OperatorViews shown="tokens" />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.operator.status} {...bind('valid')} choices={STATES} />
          <ChoiceFilter label={texts.list.order} any={texts.list.newest} {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={6}
      connectionOf={(data) => data.operatorTokens}
      emptyText={seesAll ? texts.tokens.empty : texts.tokens.noneOfYours}
      noMatchText={texts.tokens.noMatch}
      emptyAction={<ButtonLink to={ISSUE}>{texts.tokens.createOwn}</ButtonLink>}
      table={(rows, pageInfo) => <TokensTable tokens={rows} pageInfo={pageInfo} showsActsAs={seesAll} />}
    />
  );
}
