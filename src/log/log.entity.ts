import { defineEntity, p } from '@mikro-orm/core';

/**
 * Tables of the transparency log. Entries, tiles and checkpoints are insert-only: the migration revokes UPDATE, DELETE and
 * TRUNCATE from the service's role and adds triggers that reject them. Only the state row changes, and its lock serializes the
 * writers of all processes.
 */
const LogStateSchema = defineEntity({
  name: 'LogState',
  properties: {
    // Number of the log, from 1. A frozen log is replaced by another one with its own name.
    log: p.smallint().primary().autoincrement(false),
    origin: p.text().unique(),
    size: p.bigint('number'),
    // Hashes of the complete subtrees that make up the tree, left to right, 32 bytes each. Further leaves are appended to them.
    edge: p.blob(),
    // The log's description of itself, as signed in entry 0: a DSSE envelope.
    genesis: p.text(),
    openedAt: p.datetime(3),
    // Size of the log's last checkpoint, if another log has replaced this one. Entries beyond it were never published. Null for
    // the current log.
    closedSize: p.bigint('number').nullable(),
    // Disputes by witness: a sentence that says why. While a configured witness disputes the log, no entry is added and no
    // checkpoint signed.
    disputes: p.json().$type<Record<string, string>>().defaultRaw(`'{}'`),
    // A sentence that says why no process may add entries or sign checkpoints, written by `restore`. Null otherwise. The service's
    // account can't change it.
    frozenReason: p.text().nullable(),
  },
});
export class LogState extends LogStateSchema.class {}
LogStateSchema.setClass(LogState);

const LogEntrySchema = defineEntity({
  name: 'LogEntry',
  properties: {
    log: p.smallint().primary(),
    index: p.bigint('number').primary(),
    // Identifies the content of the entry, so that the content is logged once.
    key: p.text().unique(),
    body: p.blob(),
    leafHash: p.blob(),
    integratedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});
export class LogEntry extends LogEntrySchema.class {}
LogEntrySchema.setClass(LogEntry);

const LogTileSchema = defineEntity({
  name: 'LogTile',
  properties: {
    log: p.smallint().primary(),
    level: p.smallint().primary(),
    index: p.bigint('number').primary(),
    // 256 hashes. Only full tiles are stored; partial ones are derived from the level below.
    hashes: p.blob(),
    // Root over the 256 hashes, which is one hash of the tile above. Stored because computing it needs 8 kB of hashes.
    root: p.blob(),
  },
});
export class LogTile extends LogTileSchema.class {}
LogTileSchema.setClass(LogTile);

const LogCheckpointSchema = defineEntity({
  name: 'LogCheckpoint',
  properties: {
    log: p.smallint().primary(),
    size: p.bigint('number').primary(),
    // The signed note of the checkpoint as it was published, without cosignatures.
    note: p.text(),
    publishedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
});
export class LogCheckpoint extends LogCheckpointSchema.class {}
LogCheckpointSchema.setClass(LogCheckpoint);

const LogCosignatureSchema = defineEntity({
  name: 'LogCosignature',
  properties: {
    log: p.smallint().primary(),
    size: p.bigint('number').primary(),
    // Name and key id of the witness: `<name>+<key id>`.
    witness: p.string().primary(),
    // Signature line of the witness, to add to the checkpoint's note.
    line: p.text(),
    cosignedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  // Index to find the last checkpoint that a witness cosigned, or the first one from a size on. Without it, a search for a
  // witness that never cosigned would read all cosignatures.
  indexes: [{ properties: ['log', 'witness', 'size'] }],
});
export class LogCosignature extends LogCosignatureSchema.class {}
LogCosignatureSchema.setClass(LogCosignature);

const LogWitnessPolicySchema = defineEntity({
  name: 'LogWitnessPolicy',
  properties: {
    number: p.integer().primary().autoincrement(false),
    quorum: p.smallint(),
    // Verifier keys of the witnesses, sorted.
    witnesses: p.array(),
    // Start of the policy. It applies until the next policy starts.
    since: p.datetime(3),
  },
});
export class LogWitnessPolicy extends LogWitnessPolicySchema.class {}
LogWitnessPolicySchema.setClass(LogWitnessPolicy);
