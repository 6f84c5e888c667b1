import { NativeSelect, TextInput } from '@mantine/core';
import type { DataClass } from '../../../web/generated/documents/graphql.ts';
import { monthsOf } from './retention.ts';
import { texts } from './texts.ts';

/** Values of a form for a case. */
export interface CaseValues {
  name: string;
  dataClass: DataClass;
  /** Months as typed. Empty: no retention. */
  retention: string;
}

const DATA_CLASSES = Object.entries(texts.dataClass).map(([value, label]) => ({ value, label }));

interface CaseFieldsProps {
  values: CaseValues;
  onChange(changes: Partial<CaseValues>): void;
}

/** Input for the name of a case. */
export function CaseNameField({ values, onChange }: CaseFieldsProps) {
  return (
    <TextInput
      label={texts.fields.name}
      required
      maxLength={200}
      data-autofocus
      placeholder={texts.create.example}
      value={values.name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  );
}

/** Inputs for data class and retention of a case. */
export function CaseSettingsFields({ values, onChange }: CaseFieldsProps) {
  return (
    <>
      <NativeSelect
        label={texts.fields.dataClass}
        description={texts.dataClassHint[values.dataClass]}
        data={DATA_CLASSES}
        value={values.dataClass}
        onChange={(event) => onChange({ dataClass: event.currentTarget.value as DataClass })}
      />
      <TextInput
        label={texts.fields.retentionLabel}
        description={texts.fields.retentionHint}
        inputMode="numeric"
        maxLength={4}
        value={values.retention}
        error={monthsOf(values.retention) === undefined && texts.fields.retentionInvalid}
        onChange={(event) => onChange({ retention: event.currentTarget.value })}
      />
    </>
  );
}
