import { customerIdOf, ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';

/** What the outside is told of the bank. */
export const assetAdded = publishedEvent({
  type: 'asset.added',
  name: 'asset.added',
  description: 'A picture has come into the bank.',
  data: { assetId: 'The picture.', origin: 'How it came: a value of `AssetOrigin`.' },
  async tell({ principal }, { assetId, origin }) {
    return { customerId: customerIdOf(ownerOf(principal)), data: { assetId, origin } };
  },
});
