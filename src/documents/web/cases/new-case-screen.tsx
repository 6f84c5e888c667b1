import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateCaseDocument, type CreateCaseMutation } from '../../../web/generated/documents/graphql.ts';
import { announce } from '../../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../../web/kit/confirm-leave.tsx';
import { CustomerChoice } from '../../../web/kit/customer-choice.tsx';
import { Detail } from '../../../web/kit/detail.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { useIdempotencyKey } from '../../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../../web/kit/states.tsx';
import { useMutationOf } from '../../../web/kit/use-mutation-of.ts';
import { CaseNameField, CaseSettingsFields, type CaseValues } from './case-fields.tsx';
import { monthsOf } from './retention.ts';
import { texts } from './texts.ts';

const NOTHING: CaseValues = { name: '', dataClass: 'HOSTED', retention: '' };

/** Screen `/admin/cases/new`: form for a new case. */
export function Screen() {
  const [create, isUnderWay] = useMutationOf(CreateCaseDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<CreateCaseMutation> | null>(null);
  const [values, setValues] = useState(NOTHING);
  const [customerId, setCustomerId] = useState('');
  const idempotencyKey = useIdempotencyKey();
  const navigate = useNavigate();
  const change = (changes: Partial<CaseValues>) => setValues((before) => ({ ...before, ...changes }));
  const { name, dataClass, retention } = values;
  const retentionMonths = monthsOf(retention);
  const isReady = name.trim() !== '' && retentionMonths !== undefined;
  const submit = async () => {
    if (!isReady) return;
    const made = await create({
      input: { name, dataClass, retentionMonths, customerId: customerId || null, idempotencyKey },
    });
    setOutcome(made);
    if (made.kind !== 'DONE') return;
    announce(texts.create.done(name.trim()));
    const id = made.payload.case?.id;
    void navigate({ to: id ? `/admin/cases/${id}` : '/admin/cases', ignoreBlocker: true });
  };
  return (
    <Detail title={texts.create.title} back="/admin/cases">
      <Form label={texts.create.title} onSubmit={() => void submit()}>
        <CaseNameField values={values} onChange={change} />
        <CustomerChoice
          value={customerId}
          onChange={setCustomerId}
          none={texts.fields.ownUse}
          description={texts.create.customerHint}
        />
        <CaseSettingsFields values={values} onChange={change} />
        <p className="hint">{texts.create.memberHint}</p>
        <OutcomeNotice outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isReady}>
            {texts.create.title}
          </Button>
        </div>
        <ConfirmLeave when={name !== '' || retention !== '' || customerId !== '' || dataClass !== 'HOSTED'} />
      </Form>
    </Detail>
  );
}
