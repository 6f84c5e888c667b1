import { registerNames } from '../platform/registry.ts';

export const logNames = registerNames({
  problems: {
    LOG_FROZEN: {
      status: 503,
      title: 'The transparency log is frozen',
      cause:
        'The log’s database contradicts a signed checkpoint, a witness has seen another history of the log, or another log has replaced it. So nothing more is written.',
      advice: 'Nothing was sealed. Contact the operator, who must audit the log. Until then, nothing can be sealed.',
    },
  },
});

declare module '../platform/registry.ts' {
  interface RegisteredNames {
    log: typeof logNames;
  }
}
