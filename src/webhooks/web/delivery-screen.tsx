import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  ReplayDeliveryDocument,
  type ReplayDeliveryMutation,
  WebhookDeliveryByIdDocument,
  type WebhookDeliveryByIdQuery,
} from '../../web/generated/webhooks/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { AttemptAnswer, DeliveryState } from './states.tsx';
import './webhooks.css';
import { texts } from './texts.ts';

type Delivery = Extract<WebhookDeliveryByIdQuery['node'], { __typename: 'WebhookDelivery' }>;

/** Screen `/admin/webhooks/whk_…/deliveries/whd_…`: one delivery and its attempts. */
export function Screen() {
  const { webhookId, deliveryId } = useParamsOf('/admin/webhooks/$webhookId/deliveries/$deliveryId');
  const query = useQueryOf(WebhookDeliveryByIdDocument, { id: deliveryId });
  return (
    <Detail title={texts.delivery.title} back={`/admin/webhooks/${webhookId}`}>
      <QueryView query={query} rows={8}>
        {({ node }) =>
          node?.__typename === 'WebhookDelivery' ? (
            <DeliveryDetails delivery={node} />
          ) : (
            <Empty>{texts.delivery.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}

function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const [replay, isUnderWay] = useMutationOf(ReplayDeliveryDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<ReplayDeliveryMutation> | null>(null);
  const again = async () => {
    const done = await replay({ input: { webhookDeliveryId: delivery.id } });
    setOutcome(done);
    if (done.kind === 'DONE') announce(texts.delivery.resent);
  };
  return (
    <>
      <Facts
        items={[
          [texts.delivery.event, <code key="event">{delivery.eventName}</code>],
          [texts.delivery.status, <DeliveryState key="state" state={delivery.state} />],
          [texts.delivery.occurred, <When key="happened" at={delivery.occurredAt} />],
          [texts.delivery.nextAttempt, delivery.nextAttemptAt && <When at={delivery.nextAttemptAt} />],
          [texts.delivery.ended, delivery.endedAt && <When at={delivery.endedAt} />],
          [texts.delivery.messageId, <Id key="event-id" value={delivery.eventId} copies />],
        ]}
      />
      <OutcomeNotice outcome={outcome} />
      {delivery.state !== 'PENDING' && (
        <div className="actions">
          <Button variant="default" loading={isUnderWay} onClick={() => void again()}>
            {texts.delivery.resend}
          </Button>
        </div>
      )}
      <Section title={texts.delivery.attempts}>
        {delivery.attempts.length === 0 ? (
          <p className="hint">{texts.delivery.noAttempts}</p>
        ) : (
          <table className="data">
            <thead>
              <tr>
                <th scope="col">{texts.delivery.attempt}</th>
                <th scope="col">{texts.delivery.started}</th>
                <th scope="col">{texts.delivery.outcome}</th>
                <th scope="col">{texts.delivery.response}</th>
                <th scope="col" data-number>
                  {texts.delivery.duration}
                </th>
              </tr>
            </thead>
            <tbody>
              {delivery.attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <th scope="row">{attempt.number}</th>
                  <td data-title={texts.delivery.started}>
                    <When at={attempt.startedAt} />
                  </td>
                  <td data-title={texts.delivery.outcome}>
                    {attempt.outcome ? (
                      enumLabel(attempt.outcome)
                    ) : (
                      <span className="unknown">{texts.common.unknown}</span>
                    )}
                  </td>
                  <td data-title={texts.delivery.response}>
                    {attempt.statusCode ? (
                      <AttemptAnswer attempt={attempt} />
                    ) : (
                      <span className="hint">{texts.common.none}</span>
                    )}
                  </td>
                  <td data-title={texts.delivery.duration} data-number>
                    {typeof attempt.durationMs === 'number' ? (
                      `${attempt.durationMs} ms`
                    ) : (
                      <span className="unknown">{texts.common.unknown}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title={texts.delivery.payload}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <pre className="webhooks-payload" tabIndex={0}>
          {delivery.payload}
        </pre>
      </Section>
    </>
  );
}
