import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  CaseByIdDocument,
  UpdateCaseDocument,
  type UpdateCaseMutation,
} from '../../../web/generated/documents/graphql.ts';
import { announce } from '../../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../../web/kit/conflict.tsx';
import { Detail } from '../../../web/kit/detail.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { isConflict, type MutationOutcome } from '../../../web/kit/outcome.ts';
import { useParamsOf } from '../../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../../web/kit/states.tsx';
import { useMutationOf } from '../../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import type { Case } from './case.ts';
import { CaseNameField, CaseSettingsFields, type CaseValues } from './case-fields.tsx';
import { monthsOf, retentionText } from './retention.ts';
import { texts } from './texts.ts';

/** Screen `/admin/cases/cas_…/change`: form for name, data class and retention. */
export function Screen() {
  const { caseId } = useParamsOf('/admin/cases/$caseId/change');
  const query = useQueryOf(CaseByIdDocument, { id: caseId });
  return (
    <Detail title={texts.edit.title} back={`/admin/cases/${caseId}`}>
      <QueryView query={query} rows={4}>
        {({ case: found }) =>
          found?.canRead && !found.erasedAt ? (
            <EditCaseForm key={found.id} now={found} onReload={query.again} />
          ) : (
            <Empty>{texts.case.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}

const valuesOf = ({ name, dataClass, retentionMonths }: Case): CaseValues => ({
  name: name ?? '',
  dataClass,
  retention: retentionMonths ? String(retentionMonths) : '',
});

/**
 * @param props.now newest version of the case. The form keeps the version it was opened with, to notice another person’s change.
 */
function EditCaseForm({ now, onReload }: { now: Case; onReload(): void }) {
  const [update, isUnderWay] = useMutationOf(UpdateCaseDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdateCaseMutation> | null>(null);
  const [begun] = useState(now);
  const [values, setValues] = useState(() => valuesOf(now));
  const change = (changes: Partial<CaseValues>) => setValues((before) => ({ ...before, ...changes }));
  const { name, dataClass, retention } = values;
  const retentionMonths = monthsOf(retention);
  const navigate = useNavigate();
  const leave = (isDecided: boolean) =>
    void navigate({ to: `/admin/cases/${now.id}`, search: true, resetScroll: false, ignoreBlocker: isDecided });

  const save = async (ifVersion: number) => {
    if (retentionMonths === undefined || name.trim() === '') return;
    const done = await update({ input: { caseId: now.id, ifVersion, name, dataClass, retentionMonths } });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && done.problem.__typename === 'CaseChanged') onReload();
    if (done.kind !== 'DONE') return;
    announce(texts.edit.done);
    leave(true);
  };
  const changed =
    outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'CaseChanged' && isConflict(outcome.problem)
      ? outcome.problem
      : null;
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(begun));
  return (
    <Form label={texts.edit.title} onSubmit={() => void save(begun.version)}>
      <CaseNameField values={values} onChange={change} />
      <CaseSettingsFields values={values} onChange={change} />
      {changed ? null : <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={name.trim() === '' || retentionMonths === undefined}>
          {texts.edit.save}
        </Button>
        <Button variant="default" onClick={() => leave(false)}>
          {texts.edit.cancel}
        </Button>
      </div>
      <ConfirmLeave when={isDirty} />
      <Conflict
        isOpen={changed !== null}
        differences={[
          { field: texts.fields.name, theirs: now.name ?? '', mine: name },
          {
            field: texts.fields.dataClass,
            theirs: texts.dataClass[now.dataClass],
            mine: texts.dataClass[dataClass],
          },
          {
            field: texts.fields.retention,
            theirs: retentionText(now.retentionMonths),
            mine: retentionText(retentionMonths),
          },
        ].filter(({ theirs, mine }) => theirs !== mine)}
        onTakeMine={() => changed && void save(changed.version)}
        onTakeTheirs={() => leave(true)}
        onClose={() => setOutcome(null)}
      />
    </Form>
  );
}
