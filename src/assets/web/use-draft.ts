import { useState } from 'react';
import type { PictureFieldsFragment, UpdateAssetInput } from '../../web/generated/assets/graphql.ts';
import { momentOf, timeField } from '../../web/kit/moments.ts';

/** Values in the form for the metadata of a picture. */
export interface Draft {
  title: string;
  alt: string;
  tags: readonly string[];
  licence: string;
  credit: string;
  /** Value of a date and time field in the user's time zone. Empty if the picture has no such date. */
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
 * Draft of a picture's metadata, and the version of the picture it is based on. A draft without changes is replaced by newer
 * versions.
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
    /** False if one of the two times is invalid. The field of the time shows the error. */
    isReadable: momentOf(draft.validFrom) !== undefined && momentOf(draft.validUntil) !== undefined,
    /** Version of the picture that the draft is based on. */
    version: base.version,
    changes,
    change: (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })),
    /** Discards the draft and starts a new one from this version of the picture. */
    begin: (now: PictureFieldsFragment) => {
      setBase(now);
      setDraft(draftOf(now));
    },
  };
}

/** Returns only the changed fields, so that another person's changes to other fields stay. */
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
