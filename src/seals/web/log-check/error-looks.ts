import type { AuditErrorCode } from '../../../proof/log-audit/audit-error.ts';
import type { Tone } from '../../../web/kit/values.tsx';

interface ErrorLook {
  tone: Tone;
  /** True to show a link to the documentation about frozen logs. */
  linksToDocs: boolean;
}

/** Tone in which the screen shows each error of a log check. `texts.ts` has the title and advice. */
export const ERROR_LOOKS: Readonly<Record<AuditErrorCode, ErrorLook>> = {
  UNREADABLE: { tone: 'bad', linksToDocs: true },
  NOT_SIGNED: { tone: 'bad', linksToDocs: false },
  OTHER_LOG: { tone: 'bad', linksToDocs: false },
  SET_BACK: { tone: 'bad', linksToDocs: true },
  FORKED: { tone: 'bad', linksToDocs: true },
  MISSING: { tone: 'bad', linksToDocs: true },
  WITHHELD: { tone: 'bad', linksToDocs: false },
  ENTRY_CHANGED: { tone: 'bad', linksToDocs: true },
  TILE_WRONG: { tone: 'bad', linksToDocs: true },
  GENESIS: { tone: 'bad', linksToDocs: true },
  UNKNOWN_KEY: { tone: 'bad', linksToDocs: false },
  NOT_COSIGNED: { tone: 'care', linksToDocs: false },
  STALE: { tone: 'care', linksToDocs: false },
};
