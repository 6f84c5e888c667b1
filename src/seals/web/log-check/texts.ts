/**
 * Texts of the log check that its worker uses. They are apart from those of the screen, because the worker must not load React.
 */
export const texts = {
  notLoaded: 'The program for the check could not be loaded. Reload the page.',
  failed: (message: string) => `The check failed: ${message}`,
  serviceTrustUnusable: (message: string) => `The file that the service serves isn’t a usable trust file. ${message}`,
  ownTrustUnusable: (message: string) => `The chosen file isn’t a usable trust file. ${message}`,
  noTrust: 'The service has no trust file.',
  thisBrowser: 'this browser',
  resetAdvice:
    'If the operator announced that the log was replaced, make this browser forget the earlier log, then check again with the new trust file.',
  /** Texts in the file of evidence that a user can save. */
  evidence: {
    proof:
      'Both notes are signed with the key of the log, and they cannot both be true. That convinces anyone who has its key.',
    word: 'Both notes are signed with the key of the log. That the smaller tree was shown after the larger is the word of the person who saved this.',
    found: (time: string) => `Found by a browser, ${time}.`,
  },
  unreadableState: 'The state of the last check in this browser can’t be read. Choose “Forget log”, then check again.',
};

const LOOK_INSIDE =
  'Leave the database as it is, and run “imprimatur integrity” on the server: it reports what doesn’t match. Before you restore a backup, read how that affects the log.';
const SHOW_THE_NOTES =
  'Save the two signed notes, and show them to everyone who relies on this log. If the database was restored from a backup, read what to do next.';
const OTHER_LOG =
  'If a new log was announced, use the trust file published with it. Without an announcement, another party may be answering instead of the log.';

/** Title and next steps for each error of a log check. The reason is part of the report. */
export const errorTexts = {
  UNREADABLE: { title: 'The log’s answer can’t be read', advice: LOOK_INSIDE },
  NOT_SIGNED: { title: 'The newest checkpoint is not signed by this log', advice: OTHER_LOG },
  OTHER_LOG: { title: 'This is another log', advice: OTHER_LOG },
  SET_BACK: { title: 'The log is shorter than before', advice: SHOW_THE_NOTES },
  FORKED: { title: 'The log has two contradicting histories', advice: SHOW_THE_NOTES },
  MISSING: { title: 'A part of the log is missing', advice: LOOK_INSIDE },
  WITHHELD: {
    title: 'The log doesn’t list all of its checkpoints',
    advice:
      'The entries match the newest tree. Something between you and the service may remove checkpoints from the list: check again from another network. If the list is still incomplete, run “imprimatur integrity” on the server.',
  },
  ENTRY_CHANGED: { title: 'An entry was changed', advice: LOOK_INSIDE },
  TILE_WRONG: { title: 'A hash tile is wrong', advice: LOOK_INSIDE },
  GENESIS: { title: 'The log’s first entry doesn’t match its identity', advice: LOOK_INSIDE },
  UNKNOWN_KEY: {
    title: 'An entry is signed with an untrusted key',
    advice:
      'If no key was replaced, another party is writing to the log. Replace the seal key, and find out how it leaked.',
  },
  NOT_COSIGNED: {
    title: 'Too few witnesses have cosigned',
    advice:
      'The entries match the tree. The witnesses may be offline or see another tree: look at their status above, then check again.',
  },
  STALE: { title: 'The newest checkpoint is old', advice: 'Seal something, and check again.' },
};
