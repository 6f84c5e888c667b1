import { useState } from 'react';
import type { PictureFieldsFragment, UpdateAssetInput } from '../../web/generated/assets/graphql.ts';
import { momentOf, timeField } from '../../web/kit/moments.ts';

/** What can be changed of a picture, as it stands in fields. */
export interface Draft {
  title: string;
  alt: string;
  tags: readonly string[];
  licence: string;
  credit: string;
  /** As a field of a date and a time has it, by the reader's clock; empty: none. */
  validFrom: string;
  validUntil: string;
}

export function draftOf(picture: PictureFieldsFragment): Draft {
  const { title, alt, tags, licence, credit, validFrom, validUntil } = picture;
  return {
    title,
    alt,
    tags,
    licence: licence ?? '',
    credit: credit ?? '',
    validFrom: timeField(validFrom),
    validUntil: timeField(validUntil),
  };
}

/**
 * What somebody is changing of a picture, beside what they began with. As long as they have changed nothing, it follows what
 * the service says.
 */
export function useDraft(picture: PictureFieldsFragment) {
  const [base, setBase] = useState(picture);
  const [draft, setDraft] = useState(() => draftOf(picture));
  const changes = changesOf(base, draft);
  const isChanged = Object.keys(changes).length > 0;
  if (!isChanged && base.version !== picture.version) {
    setBase(picture);
    setDraft(draftOf(picture));
  }
  return {
    draft,
    isChanged,
    /** False if a time can't be read, which its field says. */
    isReadable: momentOf(draft.validFrom) !== undefined && momentOf(draft.validUntil) !== undefined,
    /** Of what the fields were filled with. */
    version: base.version,
    changes,
    change: (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })),
    /** Begins anew with what is there. */
    begin: (now: PictureFieldsFragment) => {
      setBase(now);
      setDraft(draftOf(now));
    },
  };
}

/** Only what differs is sent: what somebody else has changed beside it stays. */
function changesOf(base: PictureFieldsFragment, draft: Draft): Partial<UpdateAssetInput> {
  const before = draftOf(base);
  const changes: Partial<UpdateAssetInput> = {};
  if (draft.title !== before.title) changes.title = draft.title;
  if (draft.alt !== before.alt) changes.alt = draft.alt;
  if (draft.tags.join('\n') !== before.tags.join('\n')) changes.tags = { set: [...draft.tags] };
  if (draft.licence !== before.licence) changes.licence = draft.licence.trim() || null;
  if (draft.credit !== before.credit) changes.credit = draft.credit.trim() || null;
  if (draft.validFrom !== before.validFrom) changes.validFrom = momentOf(draft.validFrom);
  if (draft.validUntil !== before.validUntil) changes.validUntil = momentOf(draft.validUntil);
  return changes;
}
