import type { AuditErrorCode } from '../../../proof/log-audit/audit-error.ts';
import type { Tone } from '../../../web/kit/values.tsx';

interface ErrorText {
  title: string;
  tone: Tone;
  /** Next steps for the user. The reason is part of the report. */
  advice: string;
  /** True to link to the document about frozen logs. */
  linksToDocs?: boolean;
}

const LOOK_INSIDE =
  'Leave the database as it is, and run “imprimatur integrity” on the server: it reports what doesn’t match. Before you restore a backup, read how that affects the log.';
const SHOW_THE_NOTES =
  'Save the two signed notes, and show them to everyone who relies on this log. If the database was restored from a backup, read what to do next.';
const WHOSE_LOG =
  'If a new log was announced, use the trust file published with it. Without an announcement, another party may be answering instead of the log.';

/** Title, tone and advice for each error of an audit. */
export const ERROR_TEXTS: Readonly<Record<AuditErrorCode, ErrorText>> = {
  UNREADABLE: { title: 'The log’s answer can’t be read', tone: 'bad', advice: LOOK_INSIDE, linksToDocs: true },
  NOT_SIGNED: { title: 'The newest checkpoint is not signed by this log', tone: 'bad', advice: WHOSE_LOG },
  OTHER_LOG: { title: 'This is another log', tone: 'bad', advice: WHOSE_LOG },
  SET_BACK: { title: 'The log is shorter than before', tone: 'bad', advice: SHOW_THE_NOTES, linksToDocs: true },
  FORKED: { title: 'The log has two contradicting histories', tone: 'bad', advice: SHOW_THE_NOTES, linksToDocs: true },
  MISSING: { title: 'A part of the log is missing', tone: 'bad', advice: LOOK_INSIDE, linksToDocs: true },
  ENTRY_CHANGED: { title: 'An entry was changed', tone: 'bad', advice: LOOK_INSIDE, linksToDocs: true },
  TILE_WRONG: { title: 'A hash tile is wrong', tone: 'bad', advice: LOOK_INSIDE, linksToDocs: true },
  GENESIS: {
    title: 'The log’s first entry doesn’t match its identity',
    tone: 'bad',
    advice: LOOK_INSIDE,
    linksToDocs: true,
  },
  UNKNOWN_KEY: {
    title: 'An entry is signed with an untrusted key',
    tone: 'bad',
    advice:
      'If no key was replaced, another party is writing to the log. Replace the seal key, and find out how it leaked.',
  },
  NOT_COSIGNED: {
    title: 'Too few witnesses have cosigned',
    tone: 'care',
    advice:
      'The entries match the tree. The witnesses may be offline or see another tree: look at their status above, then check again.',
  },
  STALE: { title: 'The newest checkpoint is old', tone: 'care', advice: 'Seal something, and check again.' },
};
