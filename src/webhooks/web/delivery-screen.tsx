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

type Delivery = Extract<WebhookDeliveryByIdQuery['node'], { __typename: 'WebhookDelivery' }>;

/** `/admin/webhooks/whk_…/deliveries/whd_…`: one event on its way, over the list. */
export function Screen() {
  const { webhookId, deliveryId } = useParamsOf('/admin/webhooks/$webhookId/deliveries/$deliveryId');
  const query = useQueryOf(WebhookDeliveryByIdDocument, { id: deliveryId });
  return (
    <Detail title="Delivery" back={`/admin/webhooks/${webhookId}`}>
      <QueryView query={query} rows={8}>
        {({ node }) =>
          node?.__typename === 'WebhookDelivery' ? (
            <DeliveryDetails delivery={node} />
          ) : (
            <Empty>There is no such delivery. Those that have ended are kept for a while only.</Empty>
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
    if (done.kind === 'DONE') announce('It is sent again.');
  };
  return (
    <>
      <Facts
        items={[
          ['Event', <code key="event">{delivery.eventName}</code>],
          ['State', <DeliveryState key="state" state={delivery.state} />],
          ['Happened', <When key="happened" at={delivery.occurredAt} />],
          ['Next attempt', delivery.nextAttemptAt && <When at={delivery.nextAttemptAt} />],
          ['Ended', delivery.endedAt && <When at={delivery.endedAt} />],
          ['Message id', <Id key="event-id" value={delivery.eventId} copies />],
        ]}
      />
      <OutcomeNotice outcome={outcome} />
      {delivery.state !== 'PENDING' && (
        <div className="actions">
          <Button variant="default" loading={isUnderWay} onClick={() => void again()}>
            Send it again
          </Button>
        </div>
      )}
      <Section title="Attempts">
        {delivery.attempts.length === 0 ? (
          <p className="hint">It was not tried yet.</p>
        ) : (
          <table className="data">
            <thead>
              <tr>
                <th scope="col">Attempt</th>
                <th scope="col">Begun</th>
                <th scope="col">Outcome</th>
                <th scope="col">Answer</th>
                <th scope="col" data-number>
                  Took
                </th>
              </tr>
            </thead>
            <tbody>
              {delivery.attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <th scope="row">{attempt.number}</th>
                  <td data-title="Begun">
                    <When at={attempt.startedAt} />
                  </td>
                  <td data-title="Outcome">
                    {attempt.outcome ? enumLabel(attempt.outcome) : <span className="unknown">unknown</span>}
                  </td>
                  <td data-title="Answer">
                    {attempt.statusCode ? <AttemptAnswer attempt={attempt} /> : <span className="hint">none</span>}
                  </td>
                  <td data-title="Took" data-number>
                    {typeof attempt.durationMs === 'number' ? (
                      `${attempt.durationMs} ms`
                    ) : (
                      <span className="unknown">unknown</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section title="What is sent">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <pre className="webhooks-payload" tabIndex={0}>
          {delivery.payload}
        </pre>
      </Section>
    </>
  );
}
