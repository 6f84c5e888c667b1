import { publishedEvent } from '../platform/events/published-event.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'catalogue.published': { catalogueVersionId: string; number: number };
  }
}

/** Webhook event of the catalogue. */
export const cataloguePublished = publishedEvent({
  type: 'catalogue.published',
  name: 'catalogue.published',
  description: 'A version of the model catalogue was published.',
  data: { catalogueVersionId: 'Id of the version.', number: 'Number of the version, from 1.' },
  async messageFor(_ctx, { catalogueVersionId, number }) {
    return { customerId: null, data: { catalogueVersionId, number } };
  },
});
