import { NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choices } from '../../web/kit/choices.tsx';
import { enumLabel } from '../../web/kit/values.tsx';
import type { RuleForm } from './policy-form.ts';
import { TermsFields } from './terms-fields.tsx';
import { texts } from './texts.ts';

export const CHANNELS = ['CRM', 'EMAIL', 'MESSAGING'];
const QUANTITIES = [
  { value: 'ANY', label: texts.rule.anyTarget },
  { value: 'ALL', label: texts.rule.allTargets },
];

/** Form fields of one rule: its conditions and terms. */
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
  /** Number of the rule in the list of rules, from 1. */
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
        {texts.rule.number(place)} <span className="hint">{texts.rule.ofCount(count)}</span>
      </legend>
      <div className="publishing-rule-actions">
        {place > 1 && (
          <button
            type="button"
            className="link-button"
            aria-label={texts.rule.moveUpLabel(place)}
            onClick={() => onMove(-1)}
          >
            {' '}
            {texts.rule.moveUp}
          </button>
        )}
        {place < count && (
          <button
            type="button"
            className="link-button"
            aria-label={texts.rule.moveDownLabel(place)}
            onClick={() => onMove(1)}
          >
            {' '}
            {texts.rule.moveDown}
          </button>
        )}
        <button type="button" className="link-button" aria-label={texts.rule.removeLabel(place)} onClick={onRemove}>
          {' '}
          {texts.rule.remove}
        </button>
      </div>
      {faults}
      <TextInput label={texts.rule.name} description={texts.rule.nameHint} maxLength={100} {...text('name')} />
      <h3>{texts.rule.conditions}</h3>
      <div className="publishing-row">
        <Choices
          isInline
          legend={texts.rule.channel}
          description={texts.rule.channelHint}
          choices={CHANNELS.map((value) => ({ value, label: enumLabel(value) }))}
          value={rule.channels}
          onChange={(channels) => onChange({ channels })}
        />
        <TextInput
          label={texts.rule.tool}
          description={texts.rule.toolHint}
          placeholder={texts.rule.toolExample}
          {...text('tools')}
        />
        <TextInput
          label={texts.rule.minRecipients}
          description={texts.rule.minRecipientsHint}
          inputMode="numeric"
          {...text('recipientsAtLeast')}
        />
      </div>
      <details open={rule.targets + rule.agents + rule.owners !== '' || undefined}>
        <summary>{texts.rule.more}</summary>
        <div className="publishing-row">
          <TextInput label={texts.rule.targets} description={texts.rule.targetsHint} {...text('targets')} />
          <NativeSelect
            label={texts.rule.quantity}
            description={texts.rule.quantityHint}
            data={QUANTITIES}
            value={rule.quantity}
            onChange={(event) => onChange({ quantity: event.currentTarget.value as 'ANY' | 'ALL' })}
          />
        </div>
        <div className="publishing-row">
          <TextInput label={texts.rule.agent} description={texts.rule.agentHint} {...text('agents')} />
          <TextInput label={texts.rule.owner} description={texts.rule.ownerHint} {...text('owners')} />
        </div>
      </details>
      <h3>{texts.rule.terms}</h3>
      <TermsFields terms={rule.terms} onChange={(some) => onChange({ terms: { ...rule.terms, ...some } })} />
    </fieldset>
  );
}
