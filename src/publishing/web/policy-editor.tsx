import './publishing.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import {
  PublishingPolicyFaultsDocument,
  PublishPublishingPolicyVersionDocument,
  type PublishPublishingPolicyVersionMutation,
} from '../../web/generated/publishing/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import { Form } from '../../web/kit/form.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { isConflict, type MutationOutcome } from '../../web/kit/outcome.ts';
import { Section } from '../../web/kit/page.tsx';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { When } from '../../web/kit/values.tsx';
import { VersionRefused } from '../../web/kit/versions.tsx';
import { Visible } from '../../web/kit/visible-text.tsx';
import { FieldIssues } from './field-issues.tsx';
import { differencesOf } from './policy-differences.ts';
import { RecipientsFields } from './recipients-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import { TermsFields } from './terms-fields.tsx';
import { texts } from './texts.ts';
import { type PublishedPolicy, policyDocumentOf, usePolicyDraft } from './use-policy-draft.ts';

/** Milliseconds without input after which the service checks the policy. */
const QUIET_MS = 300;

/** Form for the next version of the policy. Keeps the user's input when another version is published meanwhile. */
export function PolicyEditor({ newest, onReload }: { newest: PublishedPolicy; onReload(): void }) {
  const draft = usePolicyDraft(newest);
  const { typed, document, base, isChanged } = draft;
  const [reason, setReason] = useState('');
  const [outcome, setOutcome] = useState<MutationOutcome<PublishPublishingPolicyVersionMutation> | null>(null);
  const [publish, isUnderWay] = useMutationOf(PublishPublishingPolicyVersionDocument);
  const rules = useRef<HTMLDivElement>(null);
  const json = JSON.stringify(document);
  const [settled] = useDebouncedValue(json, QUIET_MS);
  const checked = useQueryOf(
    PublishingPolicyFaultsDocument,
    { document: JSON.parse(settled) as Record<string, unknown> },
    { pause: !isChanged },
  );
  const isChecked = isChanged && settled === json && !checked.isStale;
  const faults = isChanged ? (checked.data?.publishingPolicyFaults ?? []) : [];
  const faultsAt = (pointer: string) =>
    faults.filter((fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`));
  const problem = outcome?.kind === 'PROBLEM' ? outcome.problem : null;
  const isTaken = problem !== null && isConflict(problem);

  const send = async (ifVersion: number) => {
    const done = await publish({
      input: { ifVersion, document, reason: reason.trim() },
    });
    setOutcome(done);
    if (done.kind === 'PROBLEM' && isConflict(done.problem)) onReload();
    if (done.kind !== 'DONE') return;
    const number = done.payload.publishingPolicy?.number ?? base.number + 1;
    draft.begin({ ...base, number, document });
    setReason('');
    announce(texts.editor.published(number));
  };
  const forget = () => setOutcome(null);
  const focusRule = (index: number) =>
    requestAnimationFrame(() => {
      const fields = rules.current?.querySelectorAll<HTMLInputElement>('.publishing-rule input[maxlength]');
      (fields?.[Math.min(index, fields.length - 1)] ?? rules.current?.querySelector('button'))?.focus();
    });

  return (
    <div className="publishing-editor">
      <Form label={texts.editor.label} onSubmit={() => void send(base.number)}>
        <p className="hint">
          {texts.editor.basedOn(
            <PageLink to={`/admin/publishing/versions/${base.number}`}>{texts.editor.version(base.number)}</PageLink>,
            <When at={newest.number === base.number ? newest.publishedAt : base.publishedAt} />,
          )}
          {newest.number > base.number && texts.editor.newerVersion(newest.number)}
        </p>
        <Section title={texts.editor.rules}>
          <div ref={rules} className="publishing-rules">
            {typed.rules.map((rule, index) => (
              <RuleFields
                key={rule.key}
                rule={rule}
                place={index + 1}
                count={typed.rules.length}
                faults={<FieldIssues faults={faultsAt(`/rules/${index}`)} />}
                onChange={(some) => draft.changeRule(rule.key, some)}
                onMove={(by) => {
                  draft.moveRule(index, by);
                  focusRule(index + by);
                }}
                onRemove={() => {
                  draft.removeRule(rule.key);
                  focusRule(index);
                }}
              />
            ))}
            <Button
              variant="default"
              onClick={() => {
                draft.addRule();
                focusRule(typed.rules.length);
              }}
            >
              {texts.editor.addRule}
            </Button>
          </div>
        </Section>
        <Section title={texts.policy.otherwise}>
          <p className="hint">{texts.editor.otherwiseHint}</p>
          <FieldIssues faults={faultsAt('/otherwise')} />
          <TermsFields
            terms={typed.otherwise}
            onChange={(some) => draft.change({ otherwise: { ...typed.otherwise, ...some } })}
          />
        </Section>
        <Section title={texts.policy.recipients}>
          <p className="hint">{texts.editor.recipientsHint}</p>
          <FieldIssues faults={faultsAt('/recipients')} />
          <RecipientsFields
            recipients={typed.recipients}
            onChange={(channel, one) => draft.change({ recipients: { ...typed.recipients, [channel]: one } })}
          />
        </Section>
        <Section title={texts.editor.publish}>
          <FieldIssues faults={faults.filter(({ pointer }) => pointer === '' || pointer === '/rules')} />
          <TextInput
            label={texts.editor.reason}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {problem && !isTaken && <VersionRefused problem={problem} />}
          {outcome && !problem && <OutcomeNotice outcome={outcome} />}
          <div className="actions">
            <Button
              type="submit"
              loading={isUnderWay}
              disabled={!isChanged || reason.trim() === '' || (isChecked && faults.length > 0)}
            >
              {texts.editor.publishVersion(base.number + 1)}
            </Button>
            <Button
              variant="default"
              disabled={!isChanged}
              onClick={() => {
                draft.begin(newest);
                forget();
              }}
            >
              {texts.editor.discard}
            </Button>
          </div>
          {isChecked && faults.length > 0 && <p className="hint">{texts.editor.fixFirst}</p>}
        </Section>
        <Conflict
          isOpen={isTaken && newest.number > base.number}
          who={texts.editor.author(
            <ActorName actor={newest.publishedBy} />,
            newest.number,
            <Visible text={newest.reason} />,
          )}
          differences={differencesOf(document, policyDocumentOf(newest))}
          onTakeMine={() => {
            draft.rebase(newest);
            forget();
            void send(newest.number);
          }}
          onTakeTheirs={() => {
            draft.begin(newest);
            forget();
          }}
          onClose={forget}
        />
        <ConfirmLeave when={isChanged || reason !== ''} />
      </Form>
    </div>
  );
}
