import { customerIdOf } from '../customers/index.ts';
import { ownerOf, type Principal } from '../platform/auth/principal.ts';
import { type PublishedEvent, publishedEvent } from '../platform/events/published-event.ts';

/** What the outside is told of the bank. */
export const publishedOfAssets: readonly PublishedEvent[] = [
  publishedEvent({
    type: 'asset.added',
    name: 'asset.added',
    description: 'A picture has come into the bank.',
    data: {
      assetId: 'The picture.',
      origin: 'How it came: a value of `AssetOrigin`.',
      status:
        'That it came in with, a value of `AssetStatus`: QUARANTINED where pictures are looked at before they are used.',
    },
    async tell({ principal }, { assetId, origin, status }) {
      return { customerId: whose(principal), data: { assetId, origin, status } };
    },
  }),
  publishedEvent({
    type: 'asset.updated',
    name: 'asset.updated',
    description: 'What is said of a picture has changed; its bytes never do.',
    data: {
      assetId: 'The picture.',
      version: 'That it has since.',
      fields: 'What has changed: values of `AssetField`.',
    },
    async tell({ principal }, { assetId, version, fields }) {
      return { customerId: whose(principal), data: { assetId, version, fields } };
    },
  }),
  publishedEvent({
    type: 'asset.status-changed',
    name: 'asset.status-changed',
    description: 'A picture was archived, thrown away, restored, held back or released.',
    data: {
      assetId: 'The picture.',
      status: 'That it has since: a value of `AssetStatus`.',
      before: 'That it had: a value of `AssetStatus`.',
      version: 'That it has since.',
    },
    async tell({ principal }, { assetId, status, before, version }) {
      return { customerId: whose(principal), data: { assetId, status, before, version } };
    },
  }),
  publishedEvent({
    type: 'asset.purged',
    name: 'asset.purged',
    description: 'A picture was erased for good. Whoever has a copy of it should erase that, too.',
    data: { assetId: 'What was the picture.', sha256: 'Of its bytes.' },
    async tell({ principal }, { assetId, sha256 }) {
      return { customerId: whose(principal), data: { assetId, sha256 } };
    },
  }),
];

/** Of the house, and of the customer for whom it was done. */
const whose = (principal: Principal) => customerIdOf(ownerOf(principal));
