import { OperatorTokenListDocument } from '../../web/generated/operators/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ChoiceFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { OperatorViews } from './operator-views.tsx';
import { TokensTable } from './tokens-table.tsx';

const FILTERS = filtersOf({ valid: field.flag(), order: field.oneOf(['NAME', 'EXPIRES_AT', 'LAST_USED_AT']) });
const STATES = [
  { value: 'true', label: 'Works' },
  { value: 'false', label: 'Revoked or expired' },
];
const ORDERS = [
  { value: 'NAME', label: 'By name' },
  { value: 'EXPIRES_AT', label: 'Soonest over' },
  { value: 'LAST_USED_AT', label: 'Used last' },
];
const ISSUE = '/admin/operators/tokens/new';

/** `/admin/operators/tokens`: one's own, and for who manages people everybody's. */
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
      title="Tokens"
      lead={
        seesAll
          ? 'Programs that show one act as a person, within its scopes and what that person may do.'
          : 'Programs that show one act as you, within its scopes and what you may do.'
      }
      actions={<ButtonLink to={ISSUE}>Issue a token of your own</ButtonLink>}
      intro={<OperatorViews shown="Tokens" />}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="State" {...bind('valid')} choices={STATES} />
          <ChoiceFilter label="Order" any="Newest first" {...bind('order')} choices={ORDERS} />
        </>
      }
      query={query}
      rows={6}
      connectionOf={(data) => data.operatorTokens}
      emptyText={seesAll ? 'No program acts as one of the people.' : 'No program acts as you.'}
      noMatchText="No token fits these filters."
      emptyAction={<ButtonLink to={ISSUE}>Issue a token of your own</ButtonLink>}
      table={(rows, pageInfo) => <TokensTable tokens={rows} pageInfo={pageInfo} showsActsAs={seesAll} />}
    />
  );
}
