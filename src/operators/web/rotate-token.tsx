import { IssueTokenDocument } from '../../web/generated/operators/graphql.ts';
import { DEFAULT_LIFETIME, LIFETIMES } from '../../web/kit/lifetime.tsx';
import { RotateDialog } from '../../web/kit/rotate-dialog.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { OperatorToken } from './operator.ts';

/** Another token like one that there is. That one goes on, so that nothing stands still meanwhile. */
export function RotateToken({
  token: { name, scopes, operatorId },
  isOwn,
  onClose,
  onDone,
}: {
  token: OperatorToken;
  isOwn: boolean;
  onClose(): void;
  /** With the new one. */
  onDone(token: string): void;
}) {
  return (
    <RotateDialog
      title={`Rotate ${visibleString(name)}`}
      label="The new one expires"
      choices={LIFETIMES}
      initially={DEFAULT_LIFETIME}
      action="Issue the new one"
      document={IssueTokenDocument}
      variablesFor={(days) => ({
        input: { operatorId: isOwn ? null : operatorId, name, scopes, lifetimeDays: Number(days) },
      })}
      onDone={({ token }) => onDone(token)}
      onClose={onClose}
    >
      It makes another token of the same name that may do the same. The present one goes on: put the new one in its
      place, see that the present one is not used any more, then revoke it.
    </RotateDialog>
  );
}
