import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { WebhookAttempt } from './webhook-delivery.entity.ts';

/** Creates a loader for the attempts of deliveries, oldest attempt first. */
export function attemptsOfDeliveries({ em }: Context) {
  return new DataLoader<string, WebhookAttempt[]>(
    async (ids) => {
      const attempts = await em.find(
        WebhookAttempt,
        { delivery: { $in: [...ids] } },
        { orderBy: { number: 'asc' }, refresh: true },
      );
      const found = Map.groupBy(attempts, ({ delivery }) => delivery.id);
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache: false },
  );
}
