import { command } from '../platform/command-line/command.ts';
import { UsageError } from '../platform/command-line/exit.ts';
import { isHostName } from './seal.config.ts';

/** Keys and logs of the service, and what anybody can check without it. */
export const commands = [
  command({
    name: 'succeed-log',
    trail: { audited: 'succeedLog' },
    words: ['NAME'],
    usage: [['succeed-log NAME', 'open a new log, with a host name of its own, in the place of a frozen one']],
    examples: ['succeed-log log2.seals.example.org'],
    async run(shell, _values, name) {
      if (!isHostName(name)) throw new UsageError('A log is named like a host, e.g. log2.seals.example.org.');
      await (await import('./commands/succeed-log.ts')).succeedFrozenLog(shell, name);
    },
  }),
  command({
    name: 'rotate-seal-key',
    trail: { audited: 'rotateSealKey' },
    usage: [['rotate-seal-key', 'put a new key in the place of the one seals are signed with']],
    examples: ['rotate-seal-key'],
    run: async (shell) => (await import('./commands/seal-keys.ts')).rotateSealKey(shell),
  }),
  command({
    name: 'admit-seal-key',
    trail: { audited: 'admitSealKey' },
    usage: [['admit-seal-key', 'say that the key in SEAL_PRIVATE_KEY is a new one of this service']],
    examples: ['admit-seal-key'],
    run: async (shell) => (await import('./commands/seal-keys.ts')).admitKey(shell),
  }),
  command({
    name: 'retire-seal-key',
    trail: { audited: 'retireSealKey' },
    words: ['KEY_ID'],
    usage: [
      ['retire-seal-key KEY_ID', 'say that another seal key has taken the place of this one: it ends in an hour'],
    ],
    examples: ['retire-seal-key 3f1c…9a'],
    run: async (shell, _values, keyId) => (await import('./commands/seal-keys.ts')).retireKey(shell, keyId),
  }),
  command({
    name: 'reinstate-seal-key',
    trail: { audited: 'reinstateSealKey' },
    words: ['KEY_ID'],
    usage: [['reinstate-seal-key KEY_ID', 'take that back']],
    examples: ['reinstate-seal-key 3f1c…9a'],
    run: async (shell, _values, keyId) => (await import('./commands/seal-keys.ts')).reinstateKey(shell, keyId),
  }),
  command({
    name: 'revoke-seal-key',
    trail: { audited: 'revokeSealKey' },
    words: ['KEY_ID'],
    options: { since: { type: 'string' }, reason: { type: 'string' } },
    usage: [
      ['revoke-seal-key KEY_ID', 'say that a seal key has come into other hands'],
      ['--since TIME --reason TEXT', 'seals that are not proven to be older do not hold any more'],
    ],
    examples: [`revoke-seal-key 3f1c…9a --since 2026-11-21T09:00:00Z --reason 'A laptop was stolen.'`],
    async run(shell, { since, reason }, keyId) {
      const time = new Date(since ?? Number.NaN);
      if (Number.isNaN(time.getTime())) throw new UsageError('--since takes a time, e.g. 2026-11-21T09:00:00Z.');
      if (!reason) throw new UsageError('--reason takes a sentence that everybody who checks a seal will read.');
      await (await import('./commands/seal-keys.ts')).revokeKey(shell, keyId, time, reason);
    },
  }),
  command({
    name: 'verify',
    trail: { unaudited: 'It works without the service.' },
    words: ['FILE'],
    options: {
      seal: { type: 'string' },
      trust: { type: 'string' },
      salt: { type: 'string' },
      status: { type: 'string', multiple: true },
      checkpoint: { type: 'string' },
      consistency: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    isOffline: true,
    usage: [
      ['verify FILE', 'is FILE what was sealed? Asks nobody, needs no service and no settings'],
      ['--seal FILE|URL', 'default: FILE.sigstore.json or seal.sigstore.json beside it'],
      ['--trust FILE|URL', 'the keys you trust; default: trust.json beside it, which shows nothing of who sealed'],
      ['--salt BASE64', 'of a private seal'],
      ['--status FILE|URL', 'what became of the seal: its statuses.json, or single statements'],
      ['--checkpoint FILE|URL', 'a checkpoint of the log that you kept from earlier'],
      ['--consistency FILE|URL', 'the proof that both are one log’s, where the trees differ in size'],
      ['--json', ''],
      ['exit 0, or 1', 'the very bytes under a seal that holds, or anything else'],
      ['exit 3', 'as 0, but by a trust.json that only lay beside FILE: who sealed it is not shown'],
      ['exit 4', 'as 0, but --status does not show that the seal is in force'],
    ],
    examples: [
      'verify offer.txt',
      'verify offer.txt --seal https://HOST/v/SEAL_ID/seal.sigstore.json --trust trust.json',
    ],
    run: async (_shell, values, file) => (await import('./commands/verify-file.ts')).verifyFile(file, values),
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
      ['audit URL', 'has the log at URL kept everything, and told everybody the same?'],
      ['--trust FILE | --log-key VKEY', 'the log’s key; default: the one seen first, which is kept'],
      ['--state DIR', 'what was seen the last time; default: ~/.local/state/imprimatur/audit'],
      ['--full', 'read again what was read before'],
      ['--no-entries', 'only the tiles, for a log that shows no entries'],
      ['--max-age AGE', 'how old the newest checkpoint may be, e.g. 36h; default: 7d'],
      ['--wait SECONDS', 'for the cosignatures that the trust file asks for; default: 30'],
      ['--json', ''],
      [
        'audit --export FILE --trust FILE',
        'is an export whole and unchanged, and, of decisions, was each approved as it has to be? Asks nobody',
      ],
      ['--head SEQ:HASH', 'a head of the chain that you noted down earlier'],
      ['exit 0, or 1', 'everything is as it should be, or it is not'],
      ['exit 2', 'the log at URL does not answer'],
      ['exit 3', 'an export is in order, but its end is not anchored'],
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
      [
        'witness --name NAME --log VKEY',
        'cosign what the log publishes, if it continues what was seen; --log several times',
      ],
      ['--dir DIR', 'its key and what it saw; default: ./witness'],
      ['--host HOST --port PORT', 'default: 127.0.0.1, 4010'],
    ],
    examples: ['witness --name witness.example.org --log "$(cat log.vkey)" --dir /var/lib/witness'],
    run: async (_shell, values) => (await import('./commands/start-witness.ts')).startWitness(values),
  }),
];
