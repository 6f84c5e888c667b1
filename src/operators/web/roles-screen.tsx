import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  ChangeRolesDocument,
  type ChangeRolesMutation,
  OperatorByIdDocument,
} from '../../web/generated/operators/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, OutcomeNotice, QueryView } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { useViewer } from '../../web/kit/viewer.ts';
import { approves, FourEyesWarning } from './four-eyes-warning.tsx';
import type { Operator } from './operator.ts';
import { ROLES, RoleChoices, rolesText } from './roles.tsx';
import { texts } from './texts.ts';

/** `/admin/operators/op_…/roles`: edits the roles of an operator. */
export function Screen() {
  const { operatorId } = useParamsOf('/admin/operators/$operatorId/roles');
  const query = useQueryOf(OperatorByIdDocument, { id: operatorId });
  return (
    <Detail title={texts.roles.editTitle} back={`/admin/operators/${operatorId}`}>
      <QueryView query={query} rows={5}>
        {({ operator }) =>
          operator ? (
            <RolesForm key={operator.id} now={operator} onReload={query.again} />
          ) : (
            <Empty>{texts.operator.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}

/**
 * @param props.now newest version of the operator. The form keeps the version it was opened with, to notice another person's
 * change.
 */
function RolesForm({ now, onReload }: { now: Operator; onReload(): void }) {
  const [change, isUnderWay] = useMutationOf(ChangeRolesDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<ChangeRolesMutation> | null>(null);
  const version = useRef(now.version);
  // The roles are in a fixed order, so that choosing the same ones again isn't a change.
  const form = useForm({ initialValues: { roles: ROLES.filter((role) => now.roles.includes(role)) } });
  const { roles } = form.values;
  const { actor } = useViewer();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: `/admin/operators/${now.id}`, resetScroll: false, ignoreBlocker: true });
  const isOneself = actor === `operator:${now.id}`;

  const save = async (ifVersion: number) => {
    if (roles.length === 0) return;
    const done = await change({ input: { operatorId: now.id, roles, ifVersion } });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && done.problem.__typename === 'OperatorChanged') onReload();
    if (done.kind !== 'DONE') return;
    announce(texts.roles.done);
    leave();
  };
  const changed =
    outcome?.kind === 'PROBLEM' && outcome.problem.__typename === 'OperatorChanged' ? outcome.problem : null;
  return (
    <Form label={texts.roles.editTitle} onSubmit={() => void save(version.current)}>
      <p className="form-lead">{texts.roles.lead}</p>
      <RoleChoices
        value={roles}
        onChange={(chosen) => form.setFieldValue('roles', [...chosen])}
        closed={(role) => (isOneself && !now.roles.includes(role) ? texts.roles.notYourself : null)}
      />
      {!now.disabledAt && approves(now.roles) && !approves(roles) && <FourEyesWarning without={now.id} />}
      {changed ? null : <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={roles.length === 0}>
          {texts.roles.save}
        </Button>
        <Button variant="default" onClick={leave}>
          {texts.roles.cancel}
        </Button>
      </div>
      <Conflict
        isOpen={changed !== null}
        differences={[{ field: texts.operator.roles, theirs: rolesText(now.roles), mine: rolesText(roles) }].filter(
          ({ theirs, mine }) => theirs !== mine,
        )}
        onTakeMine={() => changed && void save(changed.version)}
        onTakeTheirs={leave}
        onClose={() => setOutcome(null)}
      />
      <ConfirmLeave when={form.isDirty()} />
    </Form>
  );
}
