import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type AssetField,
  type PictureFieldsFragment,
  UpdatePictureDocument,
  type UpdatePictureMutation,
} from '../../web/generated/assets/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Conflict } from '../../web/kit/conflict.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { TimeInput } from '../../web/kit/time-input.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { When } from '../../web/kit/values.tsx';
import { TagField } from './tag-field.tsx';
import { texts } from './texts.ts';
import { useDraft } from './use-draft.ts';

type AssetConflict = Extract<UpdatePictureMutation['updateAsset'], { __typename: 'AssetConflict' }>;

const FIELD_LABELS: Readonly<Record<AssetField, string>> = {
  TITLE: texts.common.title,
  ALT: texts.common.description,
  TAGS: texts.common.tags,
  LICENCE: texts.common.licence,
  CREDIT: texts.common.credit,
  VALID_FROM: texts.common.validFrom,
  VALID_UNTIL: texts.common.validUntil,
};
const TIMES: ReadonlySet<AssetField> = new Set(['VALID_FROM', 'VALID_UNTIL']);

/** Form for the metadata of a picture. */
export function DetailsForm({ picture }: { picture: PictureFieldsFragment }) {
  const { draft, change, changes, isChanged, isReadable, version, begin } = useDraft(picture);
  const [send, isUnderWay] = useMutationOf(UpdatePictureDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdatePictureMutation> | null>(null);
  const [conflict, setConflict] = useState<AssetConflict | null>(null);

  const save = async (ifVersion: number) => {
    setConflict(null);
    setOutcome(null);
    const outcome = await send({ input: { assetId: picture.id, ifVersion, ...changes } });
    if (outcome.kind === 'PROBLEM' && outcome.problem.__typename === 'AssetConflict') {
      setConflict(outcome.problem);
      return;
    }
    setOutcome(outcome);
    if (outcome.kind !== 'DONE') return;
    if (outcome.payload.asset) begin(outcome.payload.asset);
    announce(texts.details.saved);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(version);
  };
  return (
    <form className="bank-form" onSubmit={submit}>
      <TextInput
        label={texts.common.title}
        value={draft.title}
        maxLength={200}
        required
        withAsterisk={false}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={texts.common.description}
        description={texts.details.descriptionHint}
        value={draft.alt}
        maxLength={1_000}
        required
        withAsterisk={false}
        rows={3}
        onChange={(event) => change({ alt: event.currentTarget.value })}
      />
      <TagField label={texts.common.tags} value={draft.tags} onChange={(tags) => change({ tags })} />
      <div className="bank-form-pair">
        <TextInput
          label={texts.common.licence}
          description={texts.details.licenceHint}
          value={draft.licence}
          maxLength={200}
          onChange={(event) => change({ licence: event.currentTarget.value })}
        />
        <TextInput
          label={texts.common.credit}
          description={texts.details.creditHint}
          value={draft.credit}
          maxLength={200}
          onChange={(event) => change({ credit: event.currentTarget.value })}
        />
      </div>
      <div className="bank-form-pair">
        <TimeInput
          label={texts.common.validFrom}
          description={texts.details.validFromHint}
          value={draft.validFrom}
          onChange={(validFrom) => change({ validFrom })}
        />
        <TimeInput
          label={texts.common.validUntil}
          description={texts.details.validUntilHint}
          value={draft.validUntil}
          onChange={(validUntil) => change({ validUntil })}
        />
      </div>
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" disabled={!isChanged || !isReadable} loading={isUnderWay}>
          {texts.details.save}
        </Button>
        {isChanged && (
          <Button
            variant="default"
            onClick={(event) => {
              begin(picture);
              event.currentTarget.form?.querySelector('input')?.focus();
            }}
          >
            {texts.details.discard}
          </Button>
        )}
      </div>
      {conflict && (
        <Conflict
          isOpen
          who={conflict.changedBy && <ChangeAuthor {...conflict} />}
          differences={conflict.differences.map(({ field, requested, current }) => ({
            field: FIELD_LABELS[field],
            mine: <FieldValue field={field} values={requested} />,
            theirs: <FieldValue field={field} values={current} />,
          }))}
          onTakeMine={() => void save(conflict.version)}
          onTakeTheirs={() => {
            if (conflict.asset) begin(conflict.asset);
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      <ConfirmLeave when={isChanged} />
    </form>
  );
}

function ChangeAuthor({ changedBy, changedAt }: Pick<AssetConflict, 'changedBy' | 'changedAt'>) {
  return (
    <>
      {changedBy && <ActorName actor={changedBy} />}
      {changedAt && (
        <>
          , <When at={changedAt} ago />,
        </>
      )}
    </>
  );
}

function FieldValue({ field, values }: { field: AssetField; values: readonly string[] }) {
  if (values.length === 0) return <span className="unknown">{texts.common.none}</span>;
  return TIMES.has(field) ? <When at={values[0]} /> : values.join(', ');
}
