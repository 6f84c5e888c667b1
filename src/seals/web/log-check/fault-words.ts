import type { AuditErrorCode } from '../../../proof/log-audit/audit-error.ts';
import type { Tone } from '../../../web/kit/values.tsx';

interface FaultWords {
  title: string;
  tone: Tone;
  /** What to do now; the reason itself comes with the report. */
  advice: string;
  /** To what the documents say of frozen logs. */
  leadsOn?: boolean;
}

const LOOK_INSIDE =
  'Leave the database as it is, and run “imprimatur integrity” where the service runs: it says what does not fit. Before you bring an earlier copy back, read what then becomes of the log.';
const SHOW_THE_NOTES =
  'Save the two signed notes, and show them to whoever relies on this log. Where the database was set back to an earlier copy, read what to do then.';
const WHOSE_LOG =
  'If a new log was opened with notice, use the trust file that was given out with it. If nobody gave notice, somebody else answers in the place of the log.';

/** What was found, in words. */
export const FAULT_WORDS: Readonly<Record<AuditErrorCode, FaultWords>> = {
  UNREADABLE: { title: 'What the log answers cannot be read', tone: 'bad', advice: LOOK_INSIDE, leadsOn: true },
  NOT_SIGNED: { title: 'The newest checkpoint is not signed by this log', tone: 'bad', advice: WHOSE_LOG },
  OTHER_LOG: { title: 'This is another log', tone: 'bad', advice: WHOSE_LOG },
  SET_BACK: { title: 'The log shows less than it has shown', tone: 'bad', advice: SHOW_THE_NOTES, leadsOn: true },
  FORKED: { title: 'The log tells two stories', tone: 'bad', advice: SHOW_THE_NOTES, leadsOn: true },
  MISSING: { title: 'A part of the log is missing', tone: 'bad', advice: LOOK_INSIDE, leadsOn: true },
  ENTRY_CHANGED: { title: 'An entry was changed', tone: 'bad', advice: LOOK_INSIDE, leadsOn: true },
  TILE_WRONG: { title: 'The entries hold, and a tile is wrong', tone: 'bad', advice: LOOK_INSIDE, leadsOn: true },
  GENESIS: { title: 'What the log says of itself does not hold', tone: 'bad', advice: LOOK_INSIDE, leadsOn: true },
  UNKNOWN_KEY: {
    title: 'An entry is by a key that is not trusted',
    tone: 'bad',
    advice: 'If no key was replaced, somebody else writes into the log: replace the seal key and ask how it got out.',
  },
  NOT_COSIGNED: {
    title: 'Too few witnesses have cosigned',
    tone: 'care',
    advice:
      'The entries make up the tree. The witnesses are away, or are shown something else: look at them above, and check again.',
  },
  STALE: { title: 'The newest checkpoint is old', tone: 'care', advice: 'Seal something, and check again.' },
};
