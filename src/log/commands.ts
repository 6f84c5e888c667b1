import { command } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';

/** Shell commands for signing keys, audits and witnesses. */
export const commands = [
  command({
    name: 'rotate-seal-key',
    trail: { audited: 'rotateSealKey' },
    usage: [['rotate-seal-key', 'Replace the key that signs seals.']],
    examples: ['rotate-seal-key'],
    run: async (shell) => (await import('./commands/seal-keys.ts')).rotateSealKey(shell),
  }),
  command({
    name: 'admit-seal-key',
    trail: { audited: 'admitSealKey' },
    usage: [['admit-seal-key', 'Accept the key in SEAL_PRIVATE_KEY as a new seal key of this service.']],
    examples: ['admit-seal-key'],
    run: async (shell) => (await import('./commands/seal-keys.ts')).admitKey(shell),
  }),
  command({
    name: 'retire-seal-key',
    trail: { audited: 'retireSealKey' },
    words: ['KEY_ID'],
    usage: [['retire-seal-key KEY_ID', 'Retire a replaced seal key. It becomes invalid for new seals in one hour.']],
    examples: ['retire-seal-key 3f1c…9a'],
    run: async (shell, _values, keyId) => (await import('./commands/seal-keys.ts')).retireKey(shell, keyId),
  }),
  command({
    name: 'reinstate-seal-key',
    trail: { audited: 'reinstateSealKey' },
    words: ['KEY_ID'],
    usage: [['reinstate-seal-key KEY_ID', 'Undo retire-seal-key.']],
    examples: ['reinstate-seal-key 3f1c…9a'],
    run: async (shell, _values, keyId) => (await import('./commands/seal-keys.ts')).reinstateKey(shell, keyId),
  }),
  command({
    name: 'revoke-seal-key',
    trail: { audited: 'revokeSealKey' },
    words: ['KEY_ID'],
    options: { since: { type: 'string' }, reason: { type: 'string' } },
    usage: [
      ['revoke-seal-key KEY_ID', 'Revoke a compromised seal key.'],
      ['--since TIME --reason TEXT', 'Seals not proven older than TIME become invalid. The reason is public.'],
    ],
    examples: [`revoke-seal-key 3f1c…9a --since 2026-11-21T09:00:00Z --reason 'A laptop was stolen.'`],
    async run(shell, { since, reason }, keyId) {
      const time = new Date(since ?? Number.NaN);
      if (Number.isNaN(time.getTime())) throw new UsageError('--since takes a time, e.g. 2026-11-21T09:00:00Z.');
      if (!reason) throw new UsageError('--reason takes a sentence, which everyone who verifies a seal can read.');
      await (await import('./commands/seal-keys.ts')).revokeKey(shell, keyId, time, reason);
    },
  }),
  command({
    name: 'audit',
    trail: { unaudited: 'It works without the service.' },
    words: ['URL'],
    insteadOfWords: 'export',
    options: {
      export: { type: 'string' },
      head: { type: 'string' },
      trust: { type: 'string' },
      'log-key': { type: 'string' },
      state: { type: 'string' },
      full: { type: 'boolean', default: false },
      entries: { type: 'boolean', default: true },
      'max-age': { type: 'string', default: '7d' },
      wait: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
    },
    isOffline: true,
    usage: [
      ['audit URL', 'Audit a log: nothing removed, and the same history as last time.'],
      ['--trust FILE | --log-key VKEY', 'Key of the log. Default: the key seen first, which is remembered.'],
      ['--state DIR', 'State of earlier audits. Default: ~/.local/state/imprimatur/audit.'],
      ['--full', 'Read everything again.'],
      ['--no-entries', 'Check hashes only, for a log that doesn’t publish entries.'],
      ['--max-age AGE', 'Maximum age of the newest checkpoint, such as 36h. Default: 7d.'],
      ['--wait SECONDS', 'Seconds to wait for the cosignatures the trust file requires. Default: 30.'],
      ['--json', 'Print JSON.'],
      [
        'audit --export FILE --trust FILE',
        'Verify an export: complete, unchanged, decisions properly approved. Works offline.',
      ],
      ['--head SEQ:HASH', 'A head of the chain that you saved earlier.'],
      ['exit 0', 'No problems found.'],
      ['exit 1', 'A problem was found.'],
      ['exit 2', 'The log at URL doesn’t answer.'],
      ['exit 3', 'No problems found, but the end of the export isn’t anchored.'],
    ],
    examples: ['audit https://seals.example.org --trust trust.json', 'audit --export runs.jsonl --trust trust.json'],
    async run(_shell, { 'log-key': logKey, export: file, head, ...values }, url) {
      if (file !== undefined) {
        const { trust, json } = values;
        await (await import('./commands/audit-export.ts')).auditExportFile(file, { trust, head, json });
        return;
      }
      await (await import('./commands/audit-log.ts')).auditLog(url, { logKey, ...values });
    },
  }),
  command({
    name: 'witness',
    trail: { unaudited: 'It works without the service.' },
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      dir: { type: 'string', default: './witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4010' },
    },
    isOffline: true,
    usage: [
      ['witness --name NAME --log VKEY', 'Run a witness that cosigns consistent checkpoints. --log can be repeated.'],
      ['--dir DIR', 'Folder for its key and state. Default: ./witness.'],
      ['--host HOST --port PORT', 'Address to listen on. Default: 127.0.0.1, 4010.'],
    ],
    examples: ['witness --name witness.example.org --log "$(cat log.vkey)" --dir /var/lib/witness'],
    run: async (_shell, values) => (await import('./commands/start-witness.ts')).startWitness(values),
  }),
];
