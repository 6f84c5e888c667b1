import { IssueAgentKeyDocument } from '../../web/generated/agents/graphql.ts';
import { DEFAULT_LIFETIME, LIFETIMES } from '../../web/kit/lifetime.tsx';
import { RotateDialog } from '../../web/kit/rotate-dialog.tsx';
import { visibleString } from '../../web/kit/visible-text.tsx';
import type { AgentKey } from './agent.ts';

/** Another key like one that there is. That one goes on, so that the agent does not stand still meanwhile. */
export function RotateAgentKey({
  agentId,
  agentKey: { name, scopes },
  onClose,
  onDone,
}: {
  agentId: string;
  agentKey: AgentKey;
  onClose(): void;
  /** With the token of the new one. */
  onDone(token: string): void;
}) {
  return (
    <RotateDialog
      title={`Rotate ${visibleString(name)}`}
      label="The new one expires"
      choices={LIFETIMES}
      initially={DEFAULT_LIFETIME}
      action="Issue the new one"
      document={IssueAgentKeyDocument}
      variablesFor={(days) => ({ input: { agentId, name, scopes, lifetimeDays: Number(days) } })}
      onDone={({ token }) => onDone(token)}
      onClose={onClose}
    >
      It makes another key of the same name with which the same may be asked. The present one goes on: put the new one
      in its place, see that the present one is not used any more, then revoke it.
    </RotateDialog>
  );
}
