import { registerNames } from '../platform/registry.ts';

export const logNames = registerNames({
  problems: {
    LOG_FROZEN: {
      status: 503,
      title: 'The transparency log is frozen',
      cause: 'The log contradicts its signed checkpoints, so nothing more is written.',
      advice: 'No data is lost. Contact the operator, who must inspect the log. Until then, nothing can be sealed.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    log: typeof logNames;
  }
}
