import { defineEntity, p } from '@mikro-orm/core';

/**
 * The tables of the transparency log. Entries, tiles and checkpoints are insert-only: the migration takes UPDATE, DELETE and
 * TRUNCATE from the service's own role and adds triggers that refuse them. Only the state row changes, and locking it makes
 * the writers of all processes take turns.
 */
const LogStateSchema = defineEntity({
  name: 'LogState',
  properties: {
    // A log that may not be written any more is followed by another one with an origin of its own.
    log: p.smallint().primary().autoincrement(false),
    origin: p.text().unique(),
    size: p.bigint('number'),
    // The hashes of the complete subtrees that make up the tree, left to right, 32 bytes each.
    edge: p.blob(),
    // What the log says of itself in its entry 0: the statement that was signed, as a DSSE envelope.
    genesis: p.text(),
    openedAt: p.datetime(3),
    // Of the last checkpoint, once another log has followed: what stands beyond it was never published.
    closedSize: p.bigint('number').nullable(),
    // What witnesses hold against it, by witness. While there is anything, nothing is written or signed.
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
    // Names what is logged, so that the same is logged once however often it is asked for.
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
    // 256 of them; tiles that are not full are made from the level below.
    hashes: p.blob(),
    // Over all of them: one hash of the tile above, which would otherwise have to be computed from 8 kB.
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
    // As it is added to the checkpoint's note.
    line: p.text(),
    cosignedAt: p.datetime(3).defaultRaw('current_timestamp(3)'),
  },
  // What a witness cosigned last, or first from a size on; most of all where it never cosigned at all.
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
    // In force until the next one's.
    since: p.datetime(3),
  },
});
export class LogWitnessPolicy extends LogWitnessPolicySchema.class {}
LogWitnessPolicySchema.setClass(LogWitnessPolicy);
