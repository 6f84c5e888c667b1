import { useState } from 'react';
import type { PictureFieldsFragment, UpdateAssetInput } from '../../web/generated/assets/graphql.ts';
import { momentOf, timeField } from '../../web/kit/moments.ts';

/** Form values of a picture. */
export interface Draft {
  title: string;
  alt: string;
  tags: readonly string[];
  licence: string;
  credit: string;
  /** Value of a date and time field in the user's time zone. Empty: none. */
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

/** Draft of a picture's metadata and the version it is based on. Without changes, it follows the service. */
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
    /** False if a time is invalid. Its field shows the error. */
    isReadable: momentOf(draft.validFrom) !== undefined && momentOf(draft.validUntil) !== undefined,
    /** Version that the draft is based on. */
    version: base.version,
    changes,
    change: (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some })),
    /** Restarts the draft from a version. */
    begin: (now: PictureFieldsFragment) => {
      setBase(now);
      setDraft(draftOf(now));
    },
  };
}

/** Changed fields only, so that another person's changes to other fields stay. */
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
