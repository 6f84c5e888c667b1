import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { RuleForm } from './policy-form.ts';
import { TermsFields } from './terms-fields.tsx';

export const CHANNELS = ['CRM', 'EMAIL', 'MESSAGING'];
const QUANTITIES = [
  { value: 'ANY', label: 'One of them' },
  { value: 'ALL', label: 'All of them' },
];

/** One rule: what an action has to be like, and what is asked then. */
export function RuleFields({
  rule,
  place,
  count,
  onChange,
  onMove,
  onRemove,
  faults,
}: {
  rule: RuleForm;
  /** From 1 on. */
  place: number;
  count: number;
  onChange(some: Partial<RuleForm>): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
  faults: ReactNode;
}) {
  const text = (name: 'name' | 'tools' | 'targets' | 'recipientsAtLeast' | 'agents' | 'owners') => ({
    value: rule[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className="publishing-rule">
      <legend>
        Rule {place} <span className="hint">of {count}</span>
      </legend>
      <div className="publishing-rule-actions">
        {place > 1 && (
          <button type="button" className="link-button" onClick={() => onMove(-1)}>
            Move up<span className="only-heard"> rule {place}</span>
          </button>
        )}
        {place < count && (
          <button type="button" className="link-button" onClick={() => onMove(1)}>
            Move down<span className="only-heard"> rule {place}</span>
          </button>
        )}
        <button type="button" className="link-button" onClick={onRemove}>
          Take out<span className="only-heard"> rule {place}</span>
        </button>
      </div>
      {faults}
      <TextInput label="Name" description="For who reads it; no two have the same." maxLength={100} {...text('name')} />
      <h3>Holds when</h3>
      <div className="publishing-row">
        <Choices
          isInline
          legend="It goes to"
          description="None chosen: wherever it goes."
          choices={CHANNELS.map((value) => ({ value, label: enumLabel(value) }))}
          value={rule.channels}
          onChange={(channels) => onChange({ channels })}
        />
        <TextInput
          label="The tool is"
          description="Names, or beginnings with * behind. Empty: any."
          placeholder="send_email, crm_*"
          {...text('tools')}
        />
        <TextInput
          label="It reaches at least"
          description="A number from 2 on. Empty: however many."
          inputMode="numeric"
          {...text('recipientsAtLeast')}
        />
      </div>
      <details open={rule.targets + rule.agents + rule.owners !== '' || undefined}>
        <summary>Whom it reaches, which agent, in whose name</summary>
        <div className="publishing-row">
          <TextInput
            label="Targets fit"
            description="E.g. *@example.org, contact/*. Empty: any."
            {...text('targets')}
          />
          <NativeSelect
            label="Of the targets"
            description="How many of them have to fit."
            data={QUANTITIES}
            value={rule.quantity}
            onChange={(event) => onChange({ quantity: event.currentTarget.value as 'ANY' | 'ALL' })}
          />
        </div>
        <div className="publishing-row">
          <TextInput label="The agent is" description="Ids: agt_… Empty: any." {...text('agents')} />
          <TextInput
            label="It is asked in the name of"
            description="customer:cus_… or operator:op_… Empty: anybody."
            {...text('owners')}
          />
        </div>
      </details>
      <h3>Then</h3>
      <TermsFields terms={rule.terms} onChange={(some) => onChange({ terms: { ...rule.terms, ...some } })} />
    </fieldset>
  );
}
