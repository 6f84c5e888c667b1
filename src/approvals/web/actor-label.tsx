import type { ActorFieldsFragment } from '../../web/generated/approvals/graphql.ts';
import { Visible } from '../../web/kit/visible-text.tsx';

const KINDS: Readonly<Record<string, string>> = {
  agent: 'the agent',
  customer: 'the customer',
  operator: 'the operator',
};

/**
 * Who that is: what kind, the name, and whose it is. A name is chosen by whoever it helps: it stands apart, behind what it is
 * the name of, so that it cannot go on as if it were ours. `brief`: without ids, where there is little room.
 */
export function ActorLabel({
  actor,
  seen,
  me,
  brief = false,
}: {
  actor: string;
  seen: ActorFieldsFragment | null | undefined;
  /** The actor of who looks. */
  me?: string;
  brief?: boolean;
}) {
  if (actor === me) return <b className="approvals-name">you</b>;
  return (
    <>
      <NamedActor actor={actor} name={seen?.name ?? null} brief={brief} />
      {seen?.owner && (
        <>
          {' '}
          of <NamedActor actor={seen.owner.actor} name={seen.owner.name ?? null} brief={brief} />
        </>
      )}
    </>
  );
}

function NamedActor({ actor, name, brief }: { actor: string; name: string | null; brief: boolean }) {
  const kind = KINDS[actor.split(':', 1)[0]!];
  if (name === null || kind === undefined) return <code>{actor}</code>;
  return (
    <>
      {kind}{' '}
      <b className="approvals-name">
        <Visible text={name} />
      </b>
      {!brief && (
        <>
          {' '}
          <code>{actor}</code>
        </>
      )}
    </>
  );
}
