import { Button } from '@mantine/core';
import { useState } from 'react';
import { RemoveCaseMemberDocument } from '../../../web/generated/documents/graphql.ts';
import { Actor, type ActorNames, idOf, useActorNames } from '../../../web/kit/actor.tsx';
import { ConfirmMutation } from '../../../web/kit/confirm-mutation.tsx';
import { Section } from '../../../web/kit/page.tsx';
import { When } from '../../../web/kit/values.tsx';
import { useMay, useViewer } from '../../../web/kit/viewer.ts';
import { visibleString } from '../../../web/kit/visible-text.tsx';
import { AddMember } from './add-member.tsx';
import type { Case } from './case.ts';
import { texts } from './texts.ts';

/** Operators and agents who can read a case, with buttons to choose them. */
export function CaseMembers({ found }: { found: Case }) {
  const { members, erasedAt } = found;
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const names = useActorNames(members.map(({ member }) => member));
  const nameOf = useNameOf(names);
  const mayChoose = useMay()('cases:members') && !erasedAt;
  const viewer = useViewer();
  if (erasedAt) return null;
  return (
    <Section
      title={texts.members.title}
      actions={
        mayChoose && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {texts.members.add}
          </Button>
        )
      }
    >
      <p className="hint">{members.length > 0 ? texts.members.lead : texts.members.empty}</p>
      <ul className="plain rows" aria-label={texts.members.title}>
        {members.map(({ member, addedAt }) => (
          <li key={member}>
            <span>
              <Actor actor={member} names={names} />{' '}
              <span className="hint">{texts.members.since(<When at={addedAt} />)}</span>
            </span>
            {mayChoose && (
              <button
                type="button"
                className="link-button"
                aria-label={texts.members.removeLabel(nameOf(member))}
                onClick={() => setLeaving(member)}
              >
                {texts.members.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isAdding && <AddMember found={found} onClose={() => setAdding(false)} />}
      {leaving !== null && (
        <ConfirmMutation
          document={RemoveCaseMemberDocument}
          variables={{ input: { caseId: found.id, member: leaving } }}
          title={texts.members.removeTitle(nameOf(leaving))}
          action={texts.members.removeAction}
          announcement={texts.members.removed(nameOf(leaving))}
          onClose={() => setLeaving(null)}
        >
          <p>{leaving === viewer.actor ? texts.members.removeYourself : texts.members.removeText}</p>
        </ConfirmMutation>
      )}
    </Section>
  );
}

/** Returns a function that gives the name of an actor as a plain string. */
function useNameOf(names: ActorNames): (actor: string) => string {
  const viewer = useViewer();
  return (actor) => {
    if (actor === viewer.actor) return texts.members.you;
    const name = names.get(idOf(actor) ?? '');
    return name === undefined ? actor : visibleString(name);
  };
}
