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
import { texts } from './texts.ts';
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
  { value: 'PENDING', label: texts.delivery.pending },
  { value: 'DELIVERED', label: texts.delivery.delivered },
  { value: 'FAILED', label: texts.delivery.failed },
  { value: 'CANCELED', label: texts.delivery.canceled },
];

const COLUMNS: readonly Column<Delivery>[] = [
  { title: texts.delivery.occurred, cell: ({ occurredAt }) => <When at={occurredAt} /> },
  {
    title: texts.delivery.event,
    cell: ({ eventName, isTest }) => (
      <>
        <code>{eventName}</code>
        {isTest && <span className="hint"> {texts.delivery.test}</span>}
      </>
    ),
  },
  {
    title: texts.delivery.status,
    cell: ({ state, nextAttemptAt }) => (
      <>
        <DeliveryState state={state} />
        {state === 'PENDING' && nextAttemptAt && (
          <div className="hint">{texts.delivery.next(<When at={nextAttemptAt} ago />)}</div>
        )}
      </>
    ),
  },
  { title: texts.delivery.attempts, isNumber: true, cell: ({ attemptCount }) => attemptCount },
  { title: texts.delivery.lastResponse, cell: ({ attempts }) => <AttemptAnswer attempt={newestOf(attempts)} /> },
];

const newestOf = <Attempt extends { number: number }>(attempts: readonly Attempt[]): Attempt | undefined =>
  [...attempts].sort((one, other) => other.number - one.number)[0];

/** Screen `/admin/webhooks/whk_…`: a webhook and its deliveries. */
export function Screen() {
  const { webhookId } = useParamsOf('/admin/webhooks/$webhookId');
  const query = useQueryOf(WebhookByIdDocument, { id: webhookId });
  const webhook = query.data?.webhook;
  if (query.data && !webhook)
    return (
      <Page title={texts.webhook.title}>
        <Empty action={<ButtonLink to="/admin/webhooks">{texts.webhook.all}</ButtonLink>}>
          {texts.webhook.notFound}
        </Empty>
      </Page>
    );
  return (
    <Page
      title={webhook ? new URL(webhook.url).host : texts.webhook.title}
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
        [texts.fields.url, <code key="url">{url}</code>],
        [texts.delivery.status, <WebhookStateBadge key="state" webhook={webhook} />],
        [texts.fields.description, description],
        [
          texts.fields.events,
          eventNames.length === 0 ? (
            texts.fields.allEventsLong
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
          texts.webhook.owner,
          customerId ? (
            <Id key="whose" value={customerId} copies />
          ) : includesCustomers ? (
            texts.webhook.withCustomers
          ) : (
            texts.webhook.withoutCustomers
          ),
        ],
        [
          texts.webhook.oldSecret,
          previousSecretUntil && <>{texts.webhook.oldSecretUntil(<When at={previousSecretUntil} />)}</>,
        ],
        [texts.webhook.created, <When key="made" at={createdAt} />],
        [texts.webhook.id, <Id key="id" value={id} copies />],
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
      title={texts.deliveries.title}
      actions={
        <button type="button" className="link-button" onClick={query.again}>
          {texts.deliveries.refresh}
        </button>
      }
    >
      <List
        filterState={filterState}
        filters={
          <>
            <ChoiceFilter label={texts.delivery.status} {...bind('state')} choices={STATES} />
            <TextFilter label={texts.delivery.event} placeholder={texts.deliveries.eventExample} {...bind('event')} />
            <DayFilter label={texts.deliveries.from} {...bind('from')} />
            <DayFilter label={texts.deliveries.to} {...bind('to')} />
          </>
        }
        query={query}
        rows={8}
        connectionOf={(data) => data.webhookDeliveries}
        emptyText={texts.deliveries.empty}
        noMatchText={texts.deliveries.noMatch}
        table={{
          caption: texts.deliveries.title,
          columns: COLUMNS,
          linkTo: ({ id }) => `/admin/webhooks/${webhookId}/deliveries/${id}`,
          isOpen: ({ id }) => id === deliveryId,
        }}
      />
    </Section>
  );
}
