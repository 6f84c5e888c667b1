import { defineEntity, p } from '@mikro-orm/core';

/**
 * Tables of the transparency log. Entries, tiles and checkpoints are insert-only: the migration revokes UPDATE, DELETE and
 * TRUNCATE from the service's role and adds triggers that reject them. Only the state row changes, and its lock serializes the
 * writers of all processes.
 */
const LogStateSchema = defineEntity({
  name: 'LogState',
  properties: {
    // A frozen log is replaced by another one with its own origin.
    log: p.smallint().primary().autoincrement(false),
    origin: p.text().unique(),
    size: p.bigint('number'),
    // The hashes of the complete subtrees that make up the tree, left to right, 32 bytes each.
    edge: p.blob(),
    // The log's description of itself, as signed in entry 0: a DSSE envelope.
    genesis: p.text(),
    openedAt: p.datetime(3),
    // Size of the last checkpoint, once another log has replaced this one. Entries beyond it were never published.
    closedSize: p.bigint('number').nullable(),
    // Disputes by witness. While there are any, nothing is written or signed.
    disputes: p.json().$type<Record<string, string>>().defaultRaw(`'{}'`),
  },
});
export class LogState extends LogStateSchema.class {}
LogStateSchema.setClass(LogState);

const LogEntrySchema = defineEntity({
  name: 'LogEntry',
  properties: {
    log: p.smallint().primary(),
    index: p.bigint('number').primary(),
    // Identifies the content, so that it is logged once.
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
    // 256 hashes. Partial tiles are derived from the level below.
    hashes: p.blob(),
    // Root over all hashes, which is one hash of the tile above. Stored to avoid computing it from 8 kB.
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
    // The signed note as it was published, without cosignatures.
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
    // The witness's key, as name and key id: `<name>+<key id>`.
    witness: p.string().primary(),
    // Line to add to the checkpoint's note.
    line: p.text(),
    cosignedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  // Finds the last checkpoint that a witness cosigned, or the first from a size on. Most important for witnesses that never
  // cosigned.
  indexes: [{ properties: ['log', 'witness', 'size'] }],
});
export class LogCosignature extends LogCosignatureSchema.class {}
LogCosignatureSchema.setClass(LogCosignature);

const LogWitnessPolicySchema = defineEntity({
  name: 'LogWitnessPolicy',
  properties: {
    number: p.integer().primary().autoincrement(false),
    quorum: p.smallint(),
    // Verifier keys, sorted.
    witnesses: p.array(),
    // In force until the next policy starts.
    since: p.datetime(3),
  },
});
export class LogWitnessPolicy extends LogWitnessPolicySchema.class {}
LogWitnessPolicySchema.setClass(LogWitnessPolicy);
