import { type Listener, listener, publish } from '../platform/events/outbox.ts';
import { updatePublishedState } from './publish-request.sql.ts';

/**
 * Tells the outside what became of requests. It says nothing that the approval does not say already: a permit is there as soon as
 * its request is approved, whether or not this has been heard.
 */
export const tellsOfDecisions: Listener = listener({
  name: 'tell-publish-requests',
  type: 'approval.decided',
  async handle(events) {
    for (const { ctx, payload } of events) {
      const { subject, subjectId: publishRequestId, state } = payload;
      if (subject !== 'PUBLISH_REQUEST') continue;
      await ctx.transactional(async (inner) => {
        // An event may be heard twice, and is published once.
        if (await updatePublishedState(inner.em, publishRequestId, state)) {
          publish(inner, 'publish-request.decided', { publishRequestId, state });
        }
      });
    }
  },
});
