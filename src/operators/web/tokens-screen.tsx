import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { OperatorTokenListDocument } from '../../web/generated/operators/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { ChoiceFilter, Filters } from '../../web/kit/filters.tsx';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
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
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { valid, order } = filters;
  const seesAll = useMay()('operators:manage');
  const asked = useQueryOf(OperatorTokenListDocument, {
    filter: { ...(valid && { isValid: valid === 'true' }) },
    ...(order && { orderBy: { field: order, direction: order === 'LAST_USED_AT' ? 'DESC' : 'ASC' } }),
    ...usePage(),
  });
  return (
    <Page
      title="Tokens"
      lead={
        seesAll
          ? 'Programs that show one act as a person, within its scopes and what that person may do.'
          : 'Programs that show one act as you, within its scopes and what you may do.'
      }
      actions={<ButtonLink to={ISSUE}>Issue a token of your own</ButtonLink>}
    >
      <OperatorViews shown="Tokens" />
      <Filters isFiltered={isFiltered} clear={clear}>
        <ChoiceFilter label="State" value={valid} choices={STATES} change={(value) => set({ valid: value })} />
        <ChoiceFilter
          label="Order"
          any="Newest first"
          value={order}
          choices={ORDERS}
          change={(value) => set({ order: value })}
        />
      </Filters>
      <Shown asked={asked} rows={6}>
        {({ operatorTokens: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <ButtonLink to={ISSUE}>Issue a token of your own</ButtonLink>
                )
              }
            >
              {isFiltered
                ? 'No token fits these filters.'
                : seesAll
                  ? 'No program acts as one of the people.'
                  : 'No program acts as you.'}
            </Empty>
          ) : (
            <TokensTable tokens={nodes} pageInfo={pageInfo} tellsWhose={seesAll} />
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}
