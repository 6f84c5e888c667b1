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
import { Conflict } from '../../web/kit/conflict.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { TimeInput } from '../../web/kit/time-input.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { When } from '../../web/kit/values.tsx';
import { TagField } from './tag-field.tsx';
import { useDraft } from './use-draft.ts';

type AssetConflict = Extract<UpdatePictureMutation['updateAsset'], { __typename: 'AssetConflict' }>;

const FIELD_LABELS: Readonly<Record<AssetField, string>> = {
  TITLE: 'Title',
  ALT: 'Description',
  TAGS: 'Tags',
  LICENCE: 'Licence',
  CREDIT: 'Credit',
  VALID_FROM: 'Valid from',
  VALID_UNTIL: 'Valid until',
};
const TIMES: ReadonlySet<AssetField> = new Set(['VALID_FROM', 'VALID_UNTIL']);

/** What is said of a picture, to be changed. */
export function DetailsForm({ picture }: { picture: PictureFieldsFragment }) {
  const { draft, change, changes, isChanged, isReadable, version, begin } = useDraft(picture);
  const [send, isUnderWay] = useMutationOf(UpdatePictureDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<UpdatePictureMutation> | null>(null);
  const [conflict, setConflict] = useState<AssetConflict | null>(null);

  const save = async (ifVersion: number) => {
    setConflict(null);
    setOutcome(null);
    const outcome = await send({ input: { id: picture.id, ifVersion, ...changes } });
    if (outcome.kind === 'PROBLEM' && outcome.problem.__typename === 'AssetConflict') {
      setConflict(outcome.problem);
      return;
    }
    setOutcome(outcome);
    if (outcome.kind !== 'DONE') return;
    if (outcome.payload.asset) begin(outcome.payload.asset);
    announce('The picture is saved.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(version);
  };
  return (
    <form className="bank-form" onSubmit={submit}>
      <TextInput
        label="Title"
        value={draft.title}
        maxLength={200}
        required
        withAsterisk={false}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Description"
        description="What it shows, for those who do not see it."
        value={draft.alt}
        maxLength={1_000}
        required
        withAsterisk={false}
        rows={3}
        onChange={(event) => change({ alt: event.currentTarget.value })}
      />
      <TagField label="Tags" value={draft.tags} onChange={(tags) => change({ tags })} />
      <div className="bank-form-pair">
        <TextInput
          label="Licence"
          description="What its use is bound to."
          value={draft.licence}
          maxLength={200}
          onChange={(event) => change({ licence: event.currentTarget.value })}
        />
        <TextInput
          label="Credit"
          description="Whom to name beside it."
          value={draft.credit}
          maxLength={200}
          onChange={(event) => change({ credit: event.currentTarget.value })}
        />
      </div>
      <div className="bank-form-pair">
        <TimeInput
          label="Valid from"
          description="By your clock. Empty: from the beginning."
          value={draft.validFrom}
          onChange={(validFrom) => change({ validFrom })}
        />
        <TimeInput
          label="Valid until"
          description="By your clock. Empty: without an end."
          value={draft.validUntil}
          onChange={(validUntil) => change({ validUntil })}
        />
      </div>
      <OutcomeNotice outcome={outcome} />
      <div className="actions">
        <Button type="submit" disabled={!isChanged || !isReadable} loading={isUnderWay}>
          Save
        </Button>
        {isChanged && (
          <Button
            variant="default"
            onClick={(event) => {
              begin(picture);
              event.currentTarget.form?.querySelector('input')?.focus();
            }}
          >
            Undo the changes
          </Button>
        )}
      </div>
      {conflict && (
        <Conflict
          isOpen
          who={conflict.changedBy && <ChangeAuthor {...conflict} />}
          differences={conflict.differences.map(({ field, wanted, stands }) => ({
            field: FIELD_LABELS[field],
            mine: <FieldValue field={field} values={wanted} />,
            theirs: <FieldValue field={field} values={stands} />,
          }))}
          onTakeMine={() => void save(conflict.version)}
          onTakeTheirs={() => {
            if (conflict.asset) begin(conflict.asset);
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
      <Unsaved when={isChanged} />
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
  if (values.length === 0) return <span className="unknown">none</span>;
  return TIMES.has(field) ? <When at={values[0]} /> : values.join(', ');
}
