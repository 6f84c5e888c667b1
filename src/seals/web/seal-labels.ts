import type { SealStatus, SealSubject, SealSubmitter } from '../../web/generated/seals/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';

/** No status is green: green means verified, and this screen verifies nothing. */
export const STATUS_LABELS: Readonly<Record<SealStatus, { word: string; tone: Tone; says: string }>> = {
  SEALED: { word: 'In force', tone: 'plain', says: 'Neither revoked nor superseded.' },
  PENDING_TIMESTAMP: {
    word: 'Time stamp pending',
    tone: 'care',
    says: 'In force: signed and in the log. The authority’s time stamp is pending.',
  },
  SUPERSEDED: { word: 'Superseded', tone: 'care', says: 'Replaced by a newer seal.' },
  REVOKED: {
    word: 'Revoked',
    tone: 'bad',
    says: 'No longer valid. The content and time of sealing can still be proven.',
  },
};

export const SUBJECT_LABELS: Readonly<Record<SealSubject, string>> = {
  ASSET: 'Picture',
  TEXT: 'Text',
  OUTPUT: 'Run output',
  VERIFIER: 'Verifier',
};

export const SUBMITTER_LABELS: Readonly<Record<SealSubmitter, string>> = {
  AGENT: 'An agent',
  ANONYMOUS: 'An anonymous caller',
  CUSTOMER: 'A customer',
  INTEGRATION: 'A program with an integration key',
  OPERATOR: 'An operator',
  PARTNER: 'A partner',
  SERVICE: 'This service',
  UNKNOWN: 'A caller with another kind of credential',
};

export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

export const byteCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
