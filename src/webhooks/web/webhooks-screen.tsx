import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { WebhookListDocument, type WebhookListQuery } from '../../web/generated/webhooks/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { type Column, DataTable } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../web/kit/filters.tsx';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { WebhookStateBadge } from './states.tsx';

type Webhook = WebhookListQuery['webhooks']['nodes'][number];

const FILTERS = filtersOf({
  state: field.oneOf(['ENABLED', 'FAILING', 'DISABLED']),
  owner: field.oneOf(['HOUSE', 'CUSTOMERS']),
  customer: field.text(),
  order: field.oneOf(['FAILING_SINCE']),
});

const STATES = [
  { value: 'ENABLED', label: 'Enabled' },
  { value: 'FAILING', label: 'Failing' },
  { value: 'DISABLED', label: 'Disabled' },
];

const OWNERS = [
  { value: 'HOUSE', label: 'The house' },
  { value: 'CUSTOMERS', label: 'Customers' },
];

const COLUMNS: readonly Column<Webhook>[] = [
  {
    title: 'Address',
    cell: ({ url, description }) => (
      <>
        <code>{url}</code>
        {description && <div className="hint">{description}</div>}
      </>
    ),
  },
  { title: 'State', cell: (webhook) => <WebhookStateBadge of={webhook} /> },
  { title: 'Events', cell: ({ eventNames }) => (eventNames.length === 0 ? 'All' : eventNames.length) },
  {
    title: 'Whose',
    isMinor: true,
    cell: ({ customerId }) => (customerId ? <Id value={customerId} short /> : 'The house’s'),
  },
  { title: 'Made', isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** `/admin/webhooks`: where events are sent to. */
export function Screen() {
  const { filters, set, isFiltered, clear } = useFilters(FILTERS);
  const { state, owner, customer, order } = filters;
  const seesAll = useMay()('webhooks:manage');
  const asked = useQueryOf(WebhookListDocument, {
    filter: {
      ...(state && { state }),
      ...(owner && { isHouse: owner === 'HOUSE' }),
      ...(customer && { customerId: customer }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  return (
    <Page
      title="Webhooks"
      lead="Addresses that are told what happens here, each message signed."
      actions={<ButtonLink to="/admin/webhooks/new">New webhook</ButtonLink>}
    >
      <Filters isFiltered={isFiltered} clear={clear}>
        <ChoiceFilter label="State" value={state} choices={STATES} change={(value) => set({ state: value })} />
        {seesAll && (
          <>
            <ChoiceFilter
              label="Whose"
              any="Everybody’s"
              value={owner}
              choices={OWNERS}
              change={(value) => set({ owner: value })}
            />
            <TextFilter
              label="Customer"
              placeholder="cus_…"
              value={customer}
              change={(value) => set({ customer: value })}
            />
          </>
        )}
        <ChoiceFilter
          label="Order"
          any="Newest first"
          value={order}
          choices={[{ value: 'FAILING_SINCE', label: 'Failing longest' }]}
          change={(value) => set({ order: value })}
        />
      </Filters>
      <Shown asked={asked} rows={8}>
        {({ webhooks: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Empty
              action={
                isFiltered ? (
                  <Button variant="default" onClick={clear}>
                    Show all
                  </Button>
                ) : (
                  <ButtonLink to="/admin/webhooks/new">New webhook</ButtonLink>
                )
              }
            >
              {isFiltered ? 'No webhook fits these filters.' : 'Events are sent nowhere yet.'}
            </Empty>
          ) : (
            <DataTable
              caption="Webhooks"
              rows={nodes}
              columns={COLUMNS}
              linkTo={({ id }) => `/admin/webhooks/${id}`}
              pageInfo={pageInfo}
            />
          )
        }
      </Shown>
      <Outlet />
    </Page>
  );
}
