import { Button } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { DisablePerson } from './disable-person.tsx';
import { EnablePerson } from './enable-person.tsx';
import type { Operator } from './operator.ts';
import { ResetFactors } from './reset-factors.tsx';
import { texts } from './texts.ts';

/** Buttons for changing an operator, shown to users who manage operators. */
export function OperatorActions({ operator, isOneself }: { operator: Operator; isOneself: boolean }) {
  const [open, setOpen] = useState<'LET_IN' | 'FACTORS' | null>(null);
  const close = () => setOpen(null);
  // The button isn't shown for the user's own account: users remove their own second factors on the account page.
  const mayReset = !isOneself && (operator.secondFactors?.length ?? 0) > 0;
  return (
    <>
      {mayReset && (
        <Button variant="default" onClick={() => setOpen('FACTORS')}>
          {texts.actions.resetFactors}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('LET_IN')}>
        {operator.disabledAt ? texts.actions.enable : texts.actions.disable}
      </Button>
      <ButtonLink to={`/admin/operators/${operator.id}/roles`}>{texts.actions.editRoles}</ButtonLink>
      {open === 'FACTORS' && <ResetFactors operator={operator} onClose={close} />}
      {open === 'LET_IN' &&
        (operator.disabledAt ? (
          <EnablePerson operator={operator} onClose={close} />
        ) : (
          <DisablePerson operator={operator} isOneself={isOneself} onClose={close} />
        ))}
    </>
  );
}
