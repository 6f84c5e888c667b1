import { Outlet } from '@tanstack/react-router';
import {
  WebhookByIdDocument,
  type WebhookByIdQuery,
  WebhookDeliveriesDocument,
  type WebhookDeliveriesQuery,
} from '../../web/generated/webhooks/graphql.ts';
import { field, filtersOf, useFilters, usePage } from '../../web/kit/address.ts';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import type { Column } from '../../web/kit/data-table.tsx';
import { ChoiceFilter, DayFilter, TextFilter } from '../../web/kit/filters.tsx';
import { List } from '../../web/kit/list.tsx';
import { dayBegins, dayEnds } from '../../web/kit/moments.ts';
import { Page, Section } from '../../web/kit/page.tsx';
import { useOpenParamsOf, useParamsOf } from '../../web/kit/params.ts';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';
import { AttemptAnswer, DeliveryState, WebhookStateBadge } from './states.tsx';
import { WebhookActions } from './webhook-actions.tsx';

type Webhook = NonNullable<WebhookByIdQuery['webhook']>;
type Delivery = WebhookDeliveriesQuery['webhookDeliveries']['nodes'][number];

const FILTERS = filtersOf({
  state: field.oneOf(['PENDING', 'DELIVERED', 'FAILED', 'CANCELED']),
  event: field.text(),
  from: field.day(),
  to: field.day(),
});

const STATES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'DELIVERED', label: 'Delivered' },
  { value: 'FAILED', label: 'Failed' },
  { value: 'CANCELED', label: 'Canceled' },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'When', cell: ({ occurredAt }) => <When at={occurredAt} /> },
  {
    title: 'Event',
    cell: ({ eventName, isTest }) => (
      <>
        <code>{eventName}</code>
        {isTest && <span className="hint"> a test</span>}
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ state, nextAttemptAt }) => (
      <>
        <DeliveryState state={state} />
        {state === 'PENDING' && nextAttemptAt && (
          <div className="hint">
            next attempt <When at={nextAttemptAt} ago />
          </div>
        )}
      </>
    ),
  },
  { title: 'Attempts', isNumber: true, cell: ({ attemptCount }) => attemptCount },
  { title: 'Last answer', cell: ({ attempts }) => <AttemptAnswer attempt={newestOf(attempts)} /> },
];

const newestOf = <Attempt extends { number: number }>(attempts: readonly Attempt[]): Attempt | undefined =>
  [...attempts].sort((one, other) => other.number - one.number)[0];

/** `/admin/webhooks/whk_…`: an address, and what was sent to it. */
export function Screen() {
  const { webhookId } = useParamsOf('/admin/webhooks/$webhookId');
  const query = useQueryOf(WebhookByIdDocument, { id: webhookId });
  const webhook = query.data?.webhook;
  if (query.data && !webhook)
    return (
      <Page title="Webhook">
        <Empty action={<ButtonLink to="/admin/webhooks">All webhooks</ButtonLink>}>There is no such webhook.</Empty>
      </Page>
    );
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : 'Webhook'}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      <QueryView query={query} rows={6}>
        {() => webhook && <WebhookFacts webhook={webhook} />}
      </QueryView>
      <Deliveries webhookId={webhookId} />
      <Outlet />
    </Page>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { url, description, eventNames, customerId, includesCustomers, previousSecretUntil, createdAt, id } = webhook;
  return (
    <Facts
      items={[
        ['Address', <code key="url">{url}</code>],
        ['State', <WebhookStateBadge key="state" webhook={webhook} />],
        ['For', description],
        [
          'Events',
          eventNames.length === 0 ? (
            'All, those that come later as well'
          ) : (
            <ul key="events" className="plain">
              {eventNames.map((name) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
          ),
        ],
        [
          'Whose',
          customerId ? (
            <Id key="whose" value={customerId} copies />
          ) : (
            `The house’s, ${includesCustomers ? 'with events of customers' : 'without events of customers'}`
          ),
        ],
        [
          'Earlier secret',
          previousSecretUntil && (
            <>
              signs as well until <When at={previousSecretUntil} />
            </>
          ),
        ],
        ['Made', <When key="made" at={createdAt} />],
        ['Id', <Id key="id" value={id} copies />],
      ]}
    />
  );
}

function Deliveries({ webhookId }: { webhookId: string }) {
  const filterState = useFilters(FILTERS);
  const { filters, bind } = filterState;
  const { state, event, from, to } = filters;
  const { deliveryId } = useOpenParamsOf('/admin/webhooks/$webhookId/deliveries/$deliveryId');
  const query = useQueryOf(WebhookDeliveriesDocument, {
    filter: {
      webhookId,
      ...(state && { state }),
      ...(event && { eventName: event }),
      since: dayBegins(from),
      until: dayEnds(to),
    },
    ...usePage(),
  });
  return (
    <Section
      title="Deliveries"
      actions={
        <button type="button" className="link-button" onClick={query.again}>
          Look again
        </button>
      }
    >
      <List
        filterState={filterState}
        filters={
          <>
            <ChoiceFilter label="State" {...bind('state')} choices={STATES} />
            <TextFilter label="Event" placeholder="webhook.test" {...bind('event')} />
            <DayFilter label="From" {...bind('from')} />
            <DayFilter label="To" {...bind('to')} />
          </>
        }
        query={query}
        rows={8}
        connectionOf={(data) => data.webhookDeliveries}
        emptyText="Nothing was sent there yet."
        noMatchText="No delivery fits these filters."
        table={{
          caption: 'Deliveries',
          columns: COLUMNS,
          linkTo: ({ id }) => `/admin/webhooks/${webhookId}/deliveries/${id}`,
          isOpen: ({ id }) => id === deliveryId,
        }}
      />
    </Section>
  );
}
