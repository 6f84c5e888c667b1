import { Button } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../web/kit/button-link.tsx';
import { DisablePerson } from './disable-person.tsx';
import { EnablePerson } from './enable-person.tsx';
import type { Operator } from './operator.ts';
import { ResetFactors } from './reset-factors.tsx';

/** What who manages people can do about one of them. */
export function OperatorActions({ operator, isOneself }: { operator: Operator; isOneself: boolean }) {
  const [open, setOpen] = useState<'LET_IN' | 'FACTORS' | null>(null);
  const close = () => setOpen(null);
  // One's own are removed on the page of the account.
  const mayReset = !isOneself && (operator.secondFactors?.length ?? 0) > 0;
  return (
    <>
      {mayReset && (
        <Button variant="default" onClick={() => setOpen('FACTORS')}>
          Reset second factors
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('LET_IN')}>
        {operator.disabledAt ? 'Enable' : 'Disable'}
      </Button>
      <ButtonLink to={`/admin/operators/${operator.id}/roles`}>Change roles</ButtonLink>
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
