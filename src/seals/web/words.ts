import type { SealStatus, SealSubject, SealSubmitter } from '../../web/generated/seals/graphql.ts';
import type { Tone } from '../../web/kit/values.tsx';

/** Green is for what was verified. Nobody has verified anything by looking here. */
export const STATUS_WORDS: Readonly<Record<SealStatus, { word: string; tone: Tone; says: string }>> = {
  SEALED: { word: 'In force', tone: 'plain', says: 'Neither revoked nor superseded.' },
  PENDING_TIMESTAMP: {
    word: 'Time stamp to come',
    tone: 'care',
    says: 'In force: signed and in the log. The time stamp of the authority is still to come.',
  },
  SUPERSEDED: { word: 'Superseded', tone: 'care', says: 'Another seal has taken its place.' },
  REVOKED: { word: 'Revoked', tone: 'bad', says: 'Withdrawn. What was sealed when can still be proven.' },
};

export const SUBJECT_WORDS: Readonly<Record<SealSubject, string>> = {
  ASSET: 'Picture',
  TEXT: 'Text',
  OUTPUT: 'Answer of a run',
  VERIFIER: 'Verifier',
};

export const SUBMITTER_WORDS: Readonly<Record<SealSubmitter, string>> = {
  AGENT: 'An agent',
  ANONYMOUS: 'Somebody who did not say who they are',
  CUSTOMER: 'A customer',
  INTEGRATION: 'A program that has a key of this service',
  OPERATOR: 'A person who runs this service',
  PARTNER: 'Somebody with the link of a partner',
  SERVICE: 'This service, by itself',
  UNKNOWN: 'Somebody with a credential of another kind',
};

export const choicesOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));

export const bytesInWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
