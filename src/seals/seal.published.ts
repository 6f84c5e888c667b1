import { customerIdOf } from '../customers/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';
import type { SealStatusKind } from '../proof/statement.ts';

declare module '../platform/events/outbox.ts' {
  interface Events {
    /** A seal was revoked or superseded. Not sent when a seal is erased, because nothing may refer to it afterwards. */
    'seal.status-changed': { sealId: string; status: SealStatusKind };
  }
}

/** Events about seals, which contain only ids and the status. */
export const publishedOfSeals = [
  publishedEvent({
    type: 'seal.sealed',
    name: 'seal.sealed',
    description: 'A seal was signed and written to the log. The checkpoint that covers it can follow a moment later.',
    data: { sealId: 'Id of the seal.' },
    async messageFor({ principal }, { sealId }) {
      return { customerId: customerIdOf(ownerOf(principal)), data: { sealId } };
    },
  }),
  publishedEvent({
    type: 'seal.status-changed',
    name: 'seal.status-changed',
    description: 'A seal was revoked or superseded. The event belongs to the caller who changed the seal.',
    data: {
      sealId: 'Id of the seal.',
      status: '`REVOKED` or `SUPERSEDED`. Not sent for an erased seal.',
    },
    async messageFor({ principal }, { sealId, status }) {
      return { customerId: customerIdOf(ownerOf(principal)), data: { sealId, status } };
    },
  }),
];
