import { customerIdOf } from '../customers/index.ts';
import { ownerOf } from '../platform/auth/principal.ts';
import { publishedEvent } from '../platform/events/published-event.ts';
import { findRequester } from './render.sql.ts';

/** What the outside is told of renders. */
export const renderEnded = publishedEvent({
  type: 'render.ended',
  name: 'render.ended',
  description: 'A render has ended, with a picture or without one.',
  data: {
    renderId: 'The render.',
    status: 'How it ended: a final value of `RenderStatus`.',
    failureReason: 'What kept it from being drawn, a value of `RenderFailureReason`; else null.',
    assetId: 'The picture in the bank; null where none was put there.',
  },
  async messageFor({ em, principal }, { renderId, status, assetId }) {
    const render = await findRequester(em, renderId);
    if (!render) return null;
    const { requestedBy, failureReason } = render;
    // What an agent has asked for is its owner's, for whom the event came about.
    const customerId = customerIdOf(requestedBy) ?? customerIdOf(ownerOf(principal));
    return { customerId, data: { renderId, status, failureReason, assetId } };
  },
});
