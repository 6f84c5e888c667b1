import { command } from '../platform/command-line/command.ts';

/** Commands that verify a file, and that open a new log. The latter is here because it also deletes unpublished seals. */
export const commands = [
  command({
    name: 'succeed-log',
    trail: { audited: 'succeedLog' },
    words: ['NAME'],
    usage: [
      [
        'succeed-log NAME',
        'Open a new log under another host name to replace a frozen one. Needs the account that owns the tables (DATABASE_OWNER_URL).',
      ],
    ],
    examples: ['succeed-log log2.seals.example.org'],
    run: async (shell, _values, name) => (await import('./commands/succeed-log.ts')).succeedFrozenLog(shell, name),
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
      document: { type: 'string', multiple: true },
      quoting: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    isOffline: true,
    usage: [
      ['verify FILE', 'Verify a file against its seal. Works offline.'],
      [
        '--seal FILE|URL',
        'Seal bundle. Default: FILE.sigstore.json, else the *.sigstore.json next to FILE that has its digest.',
      ],
      ['--trust FILE|URL', 'Trusted keys. Default: trust.json next to FILE (then the exit code is 3).'],
      ['--salt BASE64', 'Salt of a private seal.'],
      ['--status FILE|URL', 'Status of the seal: its statuses.json of today. Without it, revocation isn’t checked.'],
      ['--checkpoint FILE|URL', 'An earlier checkpoint of the log that you kept.'],
      ['--consistency FILE|URL', 'Consistency proof between that checkpoint and the one in the seal.'],
      ['--document FILE', 'For a citation file: a cited document or its extracted text. Can be repeated.'],
      ['--quoting FILE', 'For a citation file: the answer or the text that quotes, byte for byte.'],
      ['--json', 'Print JSON.'],
      ['exit 0', 'These bytes were sealed, and the seal is valid; with --status, it is also in force.'],
      ['exit 1', 'Anything else, and a quotation that the given copies don’t prove.'],
      ['exit 3', 'The seal is valid, but the trust.json next to FILE doesn’t prove who sealed it: pass --trust.'],
      ['exit 4', 'As 0, but --status doesn’t show that the seal is in force.'],
    ],
    examples: [
      'verify offer.txt',
      'verify offer.txt --seal https://HOST/v/SEAL_ID/SEAL_ID.sigstore.json --trust trust.json',
    ],
    run: async (_shell, values, file) => (await import('./commands/verify-file.ts')).verifyFile(file, values),
  }),
];
