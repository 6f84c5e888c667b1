import type { ReactNode } from 'react';
import type { ListedVersionFragment, VersionState } from '../../../web/generated/documents/graphql.ts';
import { StatusBadge, type Tone } from '../../../web/kit/values.tsx';
import { Visible } from '../../../web/kit/visible-text.tsx';
import { pageRanges } from './page-ranges.ts';
import { texts } from './texts.ts';

const TONES: Partial<Record<VersionState, Tone>> = { REFUSED: 'care', FAILED: 'bad' };

/** True while a version is waiting or being read. */
export const isInProgress = (state: VersionState) => state === 'WAITING' || state === 'READING' || state === 'INDEXING';

/** Displays the state of a version. */
export function VersionStateBadge({ state }: { state: VersionState }) {
  return <StatusBadge tone={TONES[state]}>{texts.state[state]}</StatusBadge>;
}

/** Displays the name of a document. An erased one has no name. */
export function DocumentName({ name }: { name: string | null | undefined }) {
  return name ? <Visible text={name} /> : <span className="unknown">{texts.documents.erasedDocument}</span>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'message/rfc822': 'EML',
  'text/plain': 'Text',
};

/** Short name of a media type, or the media type itself. */
export const mediaTypeName = (mediaType: string) => MEDIA_TYPES[mediaType] ?? mediaType;

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** English name of a language, or its tag. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Why a version can’t be read, or what its readers must know. */
export function versionRemarks({ state, refusalMessage, notices }: ListedVersionFragment): readonly ReactNode[] {
  if (state === 'REFUSED' || state === 'FAILED') return refusalMessage ? [refusalMessage] : [];
  return notices.map(({ kind, pages, encoding }) => {
    if (kind === 'ENCODING_GUESSED') return texts.notices.ENCODING_GUESSED(encoding ?? '');
    return texts.notices[kind](texts.notices.pages(pageRanges(pages), pages.length === 1));
  });
}
