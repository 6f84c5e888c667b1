import DataLoader from 'dataloader';
import type { Context } from '../platform/context.ts';
import { PublishRequest } from './publish-request.entity.ts';

/** Loads requests by id, without checking access. Not cached, because a mutation can change a request between two loads. */
export const requestsById = ({ em }: Context) =>
  new DataLoader<string, PublishRequest | null>(
    async (ids) => {
      const found = new Map((await em.find(PublishRequest, { id: { $in: [...ids] } })).map((one) => [one.id, one]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false },
  );
