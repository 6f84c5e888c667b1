import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { SetSettingDocument, type SetSettingMutation } from '../../web/generated/settings/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Form } from '../../web/kit/form.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice, ProblemNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { fieldErrorOf } from './field-error.ts';
import { formatSetting } from './format-setting.ts';
import { fieldText, parseSetting, type SettingInput } from './parse-setting.ts';
import type { Setting } from './setting.ts';
import { SettingField } from './setting-field.tsx';
import { texts } from './texts.ts';
import { Value } from './value.tsx';

/**
 * @param props.now newest version of the setting. The form keeps the version it was opened with, to notice changes by other
 * people.
 */
export function SettingForm({ now, onReload }: { now: Setting; onReload(): void }) {
  const [send, isUnderWay] = useMutationOf(SetSettingDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<SetSettingMutation> | null>(null);
  const standing = fieldText(now.value, now);
  const [begun, setBegun] = useState({ version: now.version, typed: standing });
  const [typed, setTyped] = useState(standing);
  const [mistake, setMistake] = useState<string | null>(null);
  const isTouched = typed !== begun.typed;
  const isBehind = now.version > begun.version;

  // While the user has typed nothing, the form shows other people's changes.
  useEffect(() => {
    if (isTouched || !isBehind) return;
    setBegun({ version: now.version, typed: standing });
    setTyped(standing);
  }, [isTouched, isBehind, now.version, standing]);

  const { name } = now;
  const change = async (input: SettingInput | { reset: true }, ifVersion: number) => {
    const done = await send({ input: { name, ...input, ifVersion } });
    setOutcome(done);
    if (done.kind === 'PROBLEM') {
      setMistake(fieldErrorOf(done.problem));
      if (done.problem.__typename === 'SettingChanged') onReload();
      if (done.problem.__typename === 'ChangeHeld') setTyped(begun.typed);
    }
    if (done.kind !== 'DONE') return;
    setMistake(null);
    if (!('reset' in input)) setBegun({ version: done.payload.setting?.version ?? begun.version, typed });
    announce('reset' in input ? texts.form.reset : texts.form.done);
  };
  const save = (version: number) => {
    const sent = parseSetting(typed, now.value.__typename, now);
    if (typeof sent === 'string') return setMistake(sent);
    void change(sent, version);
  };
  const problem = outcome?.kind === 'PROBLEM' ? outcome.problem : null;
  const changed = problem?.__typename === 'SettingChanged' ? problem : null;
  const held = problem?.__typename === 'ChangeHeld' ? problem : null;
  const mine = parseSetting(typed, now.value.__typename, now);
  return (
    <Form label={texts.form.label(now.title)} onSubmit={() => save(begun.version)}>
      <SettingField
        setting={now}
        typed={typed}
        onChange={(text) => {
          setTyped(text);
          setMistake(null);
        }}
        mistake={mistake}
      />
      {held && (
        <ProblemNotice problem={held}>
          <PageLink to={`/admin/approvals/${held.approvalId}`}>{texts.form.openApproval}</PageLink>
        </ProblemNotice>
      )}
      {!changed && !held && !mistake && <OutcomeNotice outcome={outcome} />}
      <div className="actions">
        <Button type="submit" loading={isUnderWay} disabled={!isTouched}>
          {texts.form.save}
        </Button>
        {isTouched && (
          <Button
            variant="default"
            onClick={() => {
              setTyped(begun.typed);
              setMistake(null);
              setOutcome(null);
            }}
          >
            {texts.form.discard}
          </Button>
        )}
        {now.origin === 'BACK_OFFICE' && !isTouched && (
          <Button variant="default" loading={isUnderWay} onClick={() => void change({ reset: true }, begun.version)}>
            {(now.startOrigin === 'DEFAULT' ? texts.form.resetToDefault : texts.form.resetToEnvironment)(
              formatSetting(now.startValue, now) ?? texts.common.none,
            )}
          </Button>
        )}
      </div>
      <Conflict
        isOpen={changed !== null && isBehind}
        who={now.updatedBy && <ActorName actor={now.updatedBy} />}
        differences={[
          {
            field: now.title,
            theirs: <Value value={now.value} setting={now} />,
            mine: typeof mine === 'string' ? typed : <Value value={asValue(mine)} setting={now} />,
          },
        ]}
        onTakeMine={() => save(now.version)}
        onTakeTheirs={() => {
          setBegun({ version: now.version, typed: standing });
          setTyped(standing);
          setOutcome(null);
        }}
        onClose={() => setOutcome(null)}
      />
      <ConfirmLeave when={isTouched} />
    </Form>
  );
}

function asValue(sent: SettingInput): Setting['value'] {
  if ('boolean' in sent) return { __typename: 'BooleanValue', boolean: sent.boolean };
  if ('integer' in sent) return { __typename: 'IntegerValue', integer: sent.integer };
  if ('text' in sent) return { __typename: 'TextValue', text: sent.text };
  return { __typename: 'SecretValue', fingerprint: null };
}
