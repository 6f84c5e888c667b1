import { z } from 'zod';
import type { Signer } from '../log/index.ts';
import { decodeBase64, encodeUtf8 } from '../proof/bytes.ts';
import { formatEnvelope, preAuthenticationEncoding } from '../proof/dsse.ts';
import { p256KeyOf, sealKeyIdHex } from '../proof/public-key.ts';
import { BackupChanged } from './stored-file.ts';

/** Version of the format of backups. A release restores all formats up to its own. */
export const FORMAT = 1;

/** Type of the signed content, so that a signature of the seal key for something else can't pass as one for a backup. */
const PAYLOAD_TYPE = 'application/vnd.imprimatur.backup+json';

const StoredFile = z.object({ file: z.string(), byteSize: z.int().min(0), sha256: z.string().length(64) });

/** SERVICE: the schema of the service's tables. QUEUE: that of the job queue. Their names can differ after a restore. */
const SchemaKind = z.enum(['SERVICE', 'QUEUE']);
export type SchemaKind = z.output<typeof SchemaKind>;

const Table = StoredFile.extend({
  schema: SchemaKind,
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().min(0),
});

const Partition = z.object({ schema: SchemaKind, parent: z.string(), name: z.string(), bound: z.string() });

const Log = z.object({
  log: z.int().min(1),
  /** Verifier key of the log, which has its name. */
  key: z.string(),
  /** Number of entries in the database, published or not. */
  size: z.int().min(0),
  /** The newest checkpoint in the database. */
  published: z.string().nullable(),
  /** True if another log had replaced this one. */
  isClosed: z.boolean(),
  /** Why an earlier restore had frozen it. Null if it wasn't frozen so. */
  frozenReason: z.string().nullable(),
  /** True if another machine had signed a newer checkpoint than the one that this machine remembers. */
  isSignedElsewhere: z.boolean(),
});

const Content = z.object({
  format: z.int().min(1).max(FORMAT),
  name: z.string(),
  /** Release and commit that made the backup. */
  release: z.string(),
  commit: z.string().nullable(),
  /** Migrations of the database, in the order of their names. */
  migrations: z.array(z.string()),
  postgres: z.string(),
  /** Time of the snapshot, by the clock of the database. */
  takenAt: z.iso.datetime(),
  /** Public key that signed the manifest: SPKI in DER, base64. */
  sealKey: z.string(),
  logs: z.array(Log),
  /** Newest anchor of the chain in the database. */
  anchor: z.object({ anchorId: z.string(), seq: z.int().min(1), hash: z.string() }).nullable(),
  /** Files of DATA_DIR/log, copied before the snapshot, by name. */
  memory: z.record(z.string(), z.string()),
  tables: z.array(Table),
  partitions: z.array(Partition),
  pictures: StoredFile.extend({
    count: z.int().min(0),
    /** Sum of the pictures' sizes. */
    bytes: z.int().min(0),
    /** Keys of pictures that rows name, but the store didn't have. */
    missing: z.array(z.string()),
  }),
  /** Null if the secrets were left out. */
  secrets: StoredFile.extend({ names: z.array(z.string()) }).nullable(),
});

export type TableFile = z.output<typeof Table>;
export type BackedUpLog = z.output<typeof Log>;
export type ManifestContent = z.output<typeof Content>;

/** A manifest whose signature is right. The reader judges whether the key is the service's. */
export interface Manifest extends ManifestContent {
  /** Id of the key that signed it, as of seal keys. */
  keyId: string;
}

/** The parts of a manifest about the log and the chain of records. */
export type BackedUpEvidence = Pick<Manifest, 'name' | 'takenAt' | 'logs' | 'anchor' | 'memory'>;

const Envelope = z.strictObject({
  payload: z.string(),
  payloadType: z.literal(PAYLOAD_TYPE),
  signatures: z.array(z.object({ sig: z.string(), keyid: z.string().optional() })).length(1),
});

/** Signs a manifest: a DSSE envelope. It isn't added to the log, which would then be newer than the backup. */
export async function signManifest(content: ManifestContent, signer: Signer): Promise<Uint8Array> {
  const payload = encodeUtf8(JSON.stringify(content, null, 1));
  const sig = await signer.sign(preAuthenticationEncoding(PAYLOAD_TYPE, payload));
  const envelope = formatEnvelope({ payloadType: PAYLOAD_TYPE, payload, signatures: [{ sig, keyid: signer.keyId }] });
  return encodeUtf8(`${JSON.stringify(envelope)}\n`);
}

/**
 * Reads a manifest and verifies its signature with the key that it names.
 * @throws BackupChanged if it isn't a manifest, or its signature is wrong
 */
export function openManifest(bytes: Uint8Array, file: string): Manifest {
  try {
    const { payload: encoded, signatures } = Envelope.parse(JSON.parse(new TextDecoder().decode(bytes)));
    const payload = decodeBase64(encoded);
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    const { format } = z.object({ format: z.int() }).parse(parsed);
    if (format > FORMAT) throw new BackupChanged(`${file} has the format ${format}, which this release doesn’t know.`);
    const content = Content.parse(parsed);
    const publicKey = decodeBase64(content.sealKey);
    const signed = preAuthenticationEncoding(PAYLOAD_TYPE, payload);
    if (!p256KeyOf(publicKey).verifies(signed, decodeBase64(signatures[0]!.sig))) throw new Error('signature');
    return { ...content, keyId: sealKeyIdHex(publicKey) };
  } catch (error) {
    if (error instanceof BackupChanged) throw error;
    throw new BackupChanged(`${file} isn’t a manifest with a valid signature.`, { cause: error });
  }
}
