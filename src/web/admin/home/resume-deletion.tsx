import { type HomeQuery, ResumeDeletionDocument } from '../../generated/frame/graphql.ts';
import { ConfirmMutation } from '../../kit/confirm-mutation.tsx';
import { Facts, When } from '../../kit/values.tsx';

export type Hold = NonNullable<HomeQuery['deletionHold']>;

/** Asks for the confirmation that deletion goes on. */
export default function ResumeDeletion({ hold, onClose }: { hold: Hold; onClose(): void }) {
  return (
    <ConfirmMutation
      document={ResumeDeletionDocument}
      variables={{ input: { heldSince: hold.since } }}
      title="Resume deletion?"
      action="Resume deletion"
      announcement="Deletion goes on."
      onClose={onClose}
    >
      <p>Check the clocks first. What is deleted under a wrong clock is gone.</p>
      <Facts
        items={[
          ['Clock of the database', <When key="database" at={hold.databaseTime} />],
          ['Clock of the service', <When key="service" at={hold.processTime} />],
        ]}
      />
    </ConfirmMutation>
  );
}
