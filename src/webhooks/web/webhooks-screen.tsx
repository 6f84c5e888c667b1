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
import { texts } from './texts.ts';

type WebhookListItem = WebhookListQuery['webhooks']['nodes'][number];

const FILTERS = filtersOf({
  state: field.oneOf(['ENABLED', 'FAILING', 'DISABLED']),
  owner: field.oneOf(['SERVICE', 'CUSTOMERS']),
  customer: field.text(),
  order: field.oneOf(['FAILING_SINCE']),
});

const STATES = [
  { value: 'ENABLED', label: texts.state.enabled },
  { value: 'FAILING', label: texts.state.failing },
  { value: 'DISABLED', label: texts.state.disabled },
];

const OWNERS = [
  { value: 'SERVICE', label: texts.list.service },
  { value: 'CUSTOMERS', label: texts.list.customers },
];

const COLUMNS: readonly Column<WebhookListItem>[] = [
  {
    title: texts.fields.url,
    cell: ({ url, description }) => (
      <>
        <code>{url}</code>
        {description && <div className="hint">{description}</div>}
      </>
    ),
  },
  { title: texts.delivery.status, cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
  {
    title: texts.fields.events,
    cell: ({ eventNames }) => (eventNames.length === 0 ? texts.fields.allEvents : eventNames.length),
  },
  {
    title: texts.webhook.owner,
    isMinor: true,
    cell: ({ customerId }) => (customerId ? <Id value={customerId} short /> : texts.list.service),
  },
  { title: texts.webhook.created, isMinor: true, cell: ({ createdAt }) => <When at={createdAt} /> },
];

/** Screen `/admin/webhooks`: all webhooks that the user can see. */
export function Screen() {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { state, owner, customer, order } = filters;
  const seesAll = useMay()('webhooks:manage');
  const query = useQueryOf(WebhookListDocument, {
    filter: {
      ...(state && { state }),
      ...(owner && { isServiceWide: owner === 'SERVICE' }),
      ...(customer && { customerId: customer }),
    },
    ...(order && { orderBy: { field: order, direction: 'ASC' } }),
    ...usePage(),
  });
  return (
    <ListScreen
      title={texts.list.title}
      lead={texts.list.lead}
      actions={<ButtonLink to="/admin/webhooks/new">{texts.create.title}</ButtonLink>}
      filterState={filterState}
      filters={
        <>
          <ChoiceFilter label={texts.delivery.status} {...bind('state')} choices={STATES} />
          {seesAll && (
            <>
              <ChoiceFilter label={texts.webhook.owner} any={texts.list.anyOwner} {...bind('owner')} choices={OWNERS} />
              <TextFilter label={texts.list.customer} placeholder={texts.list.customerExample} {...bind('customer')} />
            </>
          )}
          <ChoiceFilter
            label={texts.list.order}
            any={texts.list.newest}
            {...bind('order')}
            choices={[{ value: 'FAILING_SINCE', label: texts.list.failingLongest }]}
          />
        </>
      }
      query={query}
      rows={8}
      connectionOf={(data) => data.webhooks}
      emptyText={texts.list.empty}
      noMatchText={texts.list.noMatch}
      emptyAction={<ButtonLink to="/admin/webhooks/new">{texts.create.title}</ButtonLink>}
      table={{ caption: texts.list.title, columns: COLUMNS, linkTo: ({ id }) => `/admin/webhooks/${id}` }}
    />
  );
}
