import { sql } from '../platform/database/database.ts';
import { type Listener, listener, publish } from '../platform/events/outbox.ts';

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
        // An event may be heard twice, and is told of once.
        const told = await sql(
          inner.em,
          'update publish_request set told_state = $2 where id = $1 and told_state is distinct from $2 returning id',
          [publishRequestId, state],
        );
        if (told.length > 0) publish(inner, 'publish-request.decided', { publishRequestId, state });
      });
    }
  },
});
