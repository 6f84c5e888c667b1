import { customerIdOf } from '../customers/index.ts';
import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { type PublishedEvent, publishedEvent } from '../platform/events/published-event.ts';

/** Webhook events about pictures. */
export const publishedOfAssets: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'asset.added',
    name: 'asset.added',
    description: 'A picture was added to the bank.',
    data: {
      assetId: 'Id of the picture.',
      origin: 'Origin of the picture, a value of `AssetOrigin`.',
      status: 'Initial status, a value of `AssetStatus`. QUARANTINED if pictures are reviewed before use.',
    },
    async messageFor({ principal }, { assetId, origin, status }) {
      return { customerId: recipientOf(principal), data: { assetId, origin, status } };
    },
  }),
  publishedEvent({
    type: 'asset.updated',
    name: 'asset.updated',
    description: 'Details of a picture were changed. Its bytes never change.',
    data: {
      assetId: 'Id of the picture.',
      version: 'Version after the change.',
      fields: 'Changed fields, values of `AssetField`.',
    },
    async messageFor({ principal }, { assetId, version, fields }) {
      return { customerId: recipientOf(principal), data: { assetId, version, fields } };
    },
  }),
  publishedEvent({
    type: 'asset.status-changed',
    name: 'asset.status-changed',
    description: 'A picture was archived, trashed, restored, quarantined or released.',
    data: {
      assetId: 'Id of the picture.',
      status: 'New status, a value of `AssetStatus`.',
      before: 'Previous status, a value of `AssetStatus`.',
      version: 'Version after the change.',
    },
    async messageFor({ principal }, { assetId, status, before, version }) {
      return { customerId: recipientOf(principal), data: { assetId, status, before, version } };
    },
  }),
  publishedEvent({
    type: 'asset.purged',
    name: 'asset.purged',
    description: 'A picture was purged. Delete your copies of it, too.',
    data: { assetId: 'Id of the purged picture.', sha256: 'SHA-256 of its bytes.' },
    async messageFor({ principal }, { assetId, sha256 }) {
      return { customerId: recipientOf(principal), data: { assetId, sha256 } };
    },
  }),
];

/** Id of the customer who caused the event. Null if no customer caused it. */
const recipientOf = (principal: Principal) => customerIdOf(ownerOf(principal));
