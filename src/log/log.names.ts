import { defineNames } from '../platform/names.ts';

export const logNames = defineNames({
  problems: {
    LOG_FROZEN: {
      status: 503,
      title: 'The transparency log is frozen',
      cause: 'The log contradicts what was signed for earlier, so nothing more is written into it.',
      advice: 'Nothing is lost. The operator has to look at it; until then no seals are made.',
    },
  },
});

declare module '../platform/names.ts' {
  interface Names {
    log: typeof logNames;
  }
}
