import { publishedEvent } from '../platform/events/published-event.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    'catalogue.published': { catalogueVersionId: string; number: number };
  }
}

/** What the outside is told of the catalogue. */
export const cataloguePublished = publishedEvent({
  type: 'catalogue.published',
  name: 'catalogue.published',
  description: 'A version of the catalogue of models is in force.',
  data: { catalogueVersionId: 'The version.', number: 'Its number, from 1.' },
  async messageFor(_ctx, { catalogueVersionId, number }) {
    return { customerId: null, data: { catalogueVersionId, number } };
  },
});
