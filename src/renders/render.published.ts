import { customerIdOf } from '../customers/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';
import { findRequester } from './render.sql.ts';

/** Webhook event that is sent when a render has ended. */
export const renderEnded = publishedEvent({
  type: 'render.ended',
  name: 'render.ended',
  description: 'A render has ended, with a picture or without one.',
  data: {
    renderId: 'Id of the render.',
    status: 'Final status, a value of `RenderStatus`.',
    failureReason:
      'Reason of the failure, a value of `RenderFailureReason`. Null unless the status is FAILED or BLOCKED.',
    assetId: "Id of the asset. Null if the picture isn't in the bank.",
  },
  async messageFor({ em, principal }, { renderId, status, assetId }) {
    const render = await findRequester(em, renderId);
    if (!render) return null;
    const { requestedBy, failureReason } = render;
    // A render that an agent requested belongs to the agent's owner, who is the owner of the event's principal.
    const customerId = customerIdOf(requestedBy) ?? customerIdOf(ownerOf(principal));
    return { customerId, data: { renderId, status, failureReason, assetId } };
  },
});
