import type { ActorFieldsFragment } from '../../web/generated/approvals/graphql.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { texts } from './texts.ts';

const KINDS: Readonly<Record<string, string>> = {
  agent: texts.actor.agent,
  customer: texts.actor.customer,
  operator: texts.actor.operator,
};

/**
 * Shows an actor's kind, name and owner. Names are untrusted, so each is visually separated and follows the kind. `brief` omits
 * the ids, for narrow columns.
 */
export function ActorLabel({
  actor,
  seen,
  me,
  brief = false,
}: {
  actor: string;
  seen: ActorFieldsFragment | null | undefined;
  /** Actor of the user, who is shown as "you". */
  me?: string;
  brief?: boolean;
}) {
  if (actor === me) return <b className="approvals-name">{texts.actor.you}</b>;
  return (
    <>
      <NamedActor actor={actor} name={seen?.name ?? null} brief={brief} />
      {seen?.owner && (
        <>
          {' '}
          {texts.actor.of} <NamedActor actor={seen.owner.actor} name={seen.owner.name ?? null} brief={brief} />
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
