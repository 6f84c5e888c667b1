import { WebhookListDocument, type WebhookListQuery } from '../../web/generated/webhooks/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, TextFilter } from '../../web/kit/filters.tsx';
import { ListScreen } from '../../web/kit/list-screen.tsx';
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
  { title: 'State', cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
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
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { state, owner, customer, order } = filters;
  const seesAll = useMay()('webhooks:manage');
  const query = useQueryOf(WebhookListDocument, {
    filter: {
      ...(state && { state }),
      ...(owner && { isHouse: owner === 'HOUSE' }),
      ...(customer && { customerId: customer }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  return (
    <ListScreen
      title="Webhooks"
      lead="Addresses that are told what happens here, each message signed."
      actions={<ButtonLink to="/admin/webhooks/new">New webhook</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label="State" {...bind('state')} choices={STATES} />
          {seesAll && (
            <>
              <ChoiceFilter label="Whose" any="Everybody’s" {...bind('owner')} choices={OWNERS} />
              <TextFilter label="Customer" placeholder="cus_…" {...bind('customer')} />
            </>
          )}
          <ChoiceFilter
            label="Order"
            any="Newest first"
            {...bind('order')}
            choices={[{ value: 'FAILING_SINCE', label: 'Failing longest' }]}
          />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.webhooks}
      emptyText="Events are sent nowhere yet."
      noMatchText="No webhook fits these filters."
      emptyAction={<ButtonLink to="/admin/webhooks/new">New webhook</ButtonLink>}
      table={{ caption: 'Webhooks', columns: COLUMNS, linkTo: ({ id }) => `/admin/webhooks/${id}` }}
    />
  );
}
