import { type HomeQuery, ResumeDeletionDocument } from '../../generated/frame/graphql.ts';
import { ConfirmMutation } from '../../kit/confirm-mutation.tsx';
import { Facts, When } from '../../kit/values.tsx';
import { texts } from '../texts.ts';

export type Hold = NonNullable<HomeQuery['deletionHold']>;

/** Dialog that asks for confirmation before deletion is resumed. */
export default function ResumeDeletion({ hold, onClose }: { hold: Hold; onClose(): void }) {
  return (
    <ConfirmMutation
      document={ResumeDeletionDocument}
      variables={{ input: { heldSince: hold.since } }}
      title={texts.deletion.resumeTitle}
      action={texts.deletion.resume}
      announcement={texts.deletion.resumed}
      onClose={onClose}
    >
      <p>{texts.deletion.resumeText}</p>
      <Facts
        items={[
          [texts.deletion.databaseClock, <When key="database" at={hold.databaseTime} />],
          [texts.deletion.serviceClock, <When key="service" at={hold.processTime} />],
        ]}
      />
    </ConfirmMutation>
  );
}
