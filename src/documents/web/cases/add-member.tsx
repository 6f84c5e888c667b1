import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import {
  AddCaseMemberDocument,
  type AddCaseMemberMutation,
  AgentsForCasesDocument,
  OperatorsForCasesDocument,
} from '../../../web/generated/documents/graphql.ts';
import { announce } from '../../../web/kit/announce.tsx';
import { Form } from '../../../web/kit/form.tsx';
import { FormDialog } from '../../../web/kit/form-dialog.tsx';
import type { MutationOutcome } from '../../../web/kit/outcome.ts';
import { OutcomeNotice, QueryView } from '../../../web/kit/states.tsx';
import { useMutationOf } from '../../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../../web/kit/use-query-of.ts';
import { useViewer } from '../../../web/kit/viewer.ts';
import { visibleString } from '../../../web/kit/visible-text.tsx';
import type { Case } from './case.ts';
import { texts } from './texts.ts';

interface Choice {
  value: string;
  label: string;
}

/** Dialog that adds an operator, or an agent of the customer, to a case. */
export function AddMember({ found, onClose }: { found: Case; onClose(): void }) {
  const [add, isUnderWay] = useMutationOf(AddCaseMemberDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<AddCaseMemberMutation> | null>(null);
  const [member, setMember] = useState<Choice | null>(null);
  const submit = async () => {
    if (!member) return;
    const done = await add({ input: { caseId: found.id, member: member.value } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(texts.members.added(member.label));
    onClose();
  };
  return (
    <FormDialog title={texts.members.addTitle} isTouched={false} onClose={onClose}>
      {(leave) => (
        <Form label={texts.members.addTitle} onSubmit={() => void submit()}>
          <MemberChoice found={found} value={member} onChange={setMember} />
          <OutcomeNotice outcome={outcome} />
          <div className="actions">
            <Button type="submit" loading={isUnderWay} disabled={!member}>
              {texts.members.add}
            </Button>
            <Button variant="default" onClick={leave}>
              {texts.members.cancel}
            </Button>
          </div>
        </Form>
      )}
    </FormDialog>
  );
}

/** Field to choose an operator or agent by name. A search field appears if the operators don’t fit on one page. */
function MemberChoice({
  found,
  value,
  onChange,
}: {
  found: Case;
  value: Choice | null;
  onChange(choice: Choice | null): void;
}) {
  const viewer = useViewer();
  const [sought, setSought] = useState('');
  const [search] = useDebouncedValue(sought.trim(), 200);
  const [areMany, setMany] = useState(false);
  const operators = useQueryOf(OperatorsForCasesDocument, { search: search || null });
  const agents = useQueryOf(AgentsForCasesDocument, {
    owner: found.customerId === OWN_USE_ID ? null : `customer:${found.customerId}`,
  });
  if (operators.data?.operators.pageInfo.hasNextPage && !areMany) setMany(true);
  const taken = new Set(found.members.map(({ member }) => member));
  return (
    <>
      {areMany && (
        <TextInput
          label={texts.members.search}
          maxLength={200}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          // Prevents Enter in the search field from submitting the form that contains it.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <QueryView query={operators} rows={1}>
        {({ operators: { nodes } }) => {
          const open = (choices: readonly Choice[]) => choices.filter((one) => !taken.has(one.value));
          const you = open([{ value: viewer.actor, label: texts.members.you }]);
          const others = open(
            nodes.map(({ id, name, email }) => ({
              value: `operator:${id}`,
              label: `${visibleString(name)} (${email})`,
            })),
          ).filter((one) => one.value !== viewer.actor);
          const machines = open(
            (agents.data?.agents.nodes ?? [])
              .filter(({ owner }) => found.customerId !== OWN_USE_ID || !owner.startsWith('customer:'))
              .map(({ id, name }) => ({ value: `agent:${id}`, label: visibleString(name) })),
          );
          const all = [...you, ...others, ...machines];
          if (all.length === 0 && search === '') return <p className="hint">{texts.members.none}</p>;
          return (
            <NativeSelect
              label={texts.members.label}
              required
              data-autofocus
              value={value?.value ?? ''}
              data={[
                { value: '', label: texts.members.choose },
                ...you,
                ...(others.length > 0 ? [{ group: texts.members.operators, items: others }] : []),
                ...(machines.length > 0 ? [{ group: texts.members.agents, items: machines }] : []),
              ]}
              onChange={(event) => onChange(all.find((one) => one.value === event.currentTarget.value) ?? null)}
            />
          );
        }}
      </QueryView>
    </>
  );
}

/** Customer of the service itself. Agents of operators belong to it. */
const OWN_USE_ID = 'cus_00000000000000000000000000';
