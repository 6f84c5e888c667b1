import { internal } from '../platform/auth/principal.ts';
import { CommandError, UsageError } from '../platform/command-line/exit.ts';
import { Lifecycle } from '../platform/command-line/lifecycle.ts';
import { columns, printable, styled } from '../platform/command-line/terminal.ts';
import { Context } from '../platform/context.ts';
import { isCanceled } from '../platform/database/sqlstate.ts';
import { lacksDatabase } from '../platform/errors/errors.ts';
import { proxyConfig } from '../platform/http/proxies.config.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { type BlobStore, StorageFull, StorageUnavailable } from '../platform/storage/blob-store.ts';
import { type BlobHolder, bytesCheck } from '../platform/storage/bytes-check.ts';
import { copyBlob, copyBlobs, SHARDS } from '../platform/storage/copy-blobs.ts';
import { openBlobStore } from '../platform/storage/open-blob-store.ts';
import {
  describeStorage,
  type StorageLocation,
  storageLocationOf,
  storageUrlProblem,
} from '../platform/storage/storage-location.ts';
import type { IntegrityFinding } from '../platform/upkeep/integrity-check.ts';
import { readConfig } from '../read-config.ts';
import { openService } from './open-service.ts';
import { Progress } from './progress.ts';

/** Exit codes of `integrity`: 1 if pictures are missing or damaged, 2 if the result isn't known. */
const EXIT_WRONG = 1;
const EXIT_UNKNOWN = 2;
/** Maximum number of findings that are listed one by one. */
const MAX_LISTED = 100;
/** Longer than any blob is old, so that blobs without a row are ignored. */
const ANY_AGE_MS = 50 * 365 * 24 * 3600_000;
/** Kinds of findings about rows whose bytes can't be served. All others are about bytes without a row. */
const WRONG = ['BYTES_MISSING', 'BYTES_DAMAGED', 'SIZE_WRONG'];

/**
 * Copies all blobs to another store and checks that it has the bytes of every row. Works while the service uses either store.
 * @param verifies true to read and hash blobs that the target already has
 */
export async function copyStorage(fromUrl: string, toUrl: string, verifies: boolean): Promise<void> {
  const [fromPlace, toPlace] = [placeOf('FROM', fromUrl), placeOf('TO', toUrl)];
  if (describeStorage(fromPlace) === describeStorage(toPlace)) {
    throw new UsageError('FROM and TO are the same store. Name two.');
  }
  const config = readConfig();
  const logger = createLogger(config.logLevel, config.logFormat);
  const lifecycle = new Lifecycle(logger);
  await lifecycle.run(async () => {
    const service = await openService(lifecycle, config, logger);
    const proxies = config.of(proxyConfig);
    // Without its marker, FROM would be an empty store, of which everything is copied at once.
    const from = openBlobStore(fromPlace, { proxies, wasUsed: async () => true });
    const to = openBlobStore(toPlace, { proxies });
    for (const store of [from, to]) lifecycle.onStop(() => store.close());
    const signal = lifecycle.stopping;
    const ctx = new Context(service.platform, {
      principal: internal('command:storage'),
      requestId: 'storage',
      signal,
    });
    try {
      await copyAndCheck(ctx, { from, to, holders: service.blobs, verifies });
    } catch (cause) {
      if (signal.aborted)
        throw new CommandError(EXIT_UNKNOWN, 'Stopped. Run the command again to continue.', { cause });
      const isAway =
        lacksDatabase(cause) ||
        isCanceled(cause) ||
        cause instanceof StorageUnavailable ||
        cause instanceof StorageFull;
      if (!isAway) throw cause;
      throw new CommandError(
        EXIT_UNKNOWN,
        `The copy is not complete: ${(cause as Error).message} Run the command again to continue.`,
        { cause },
      );
    }
  });
}

interface CopyWork {
  from: BlobStore;
  to: BlobStore;
  holders: readonly BlobHolder[];
  verifies: boolean;
}

async function copyAndCheck(ctx: Context, { from, to, holders, verifies }: CopyWork): Promise<void> {
  const progress = new Progress();
  const copy = await copyBlobs({
    from,
    to,
    verifies,
    signal: ctx.signal,
    onProgress: ({ copied, copiedBytes, present }, done) =>
      progress.at(
        `copy: ${percent(done)}, ${count(copied)} copied (${megabytes(copiedBytes)}), ${count(present)} present`,
      ),
  });
  progress.end(`copy: ${count(copy.copied)} copied (${megabytes(copy.copiedBytes)}), ${count(copy.present)} present`);

  // Also copies what was stored since its shard was copied.
  const holder: BlobHolder = {
    named: async (em, digest) => {
      const named = [];
      for (const one of holders) named.push(...(await one.named(em, digest)));
      return named;
    },
    remake: async (_ctx, { key }) => ((await copyBlob(from, to, key)) ? 'copied' : null),
  };
  const wrong: IntegrityFinding[] = [];
  let rows = 0;
  const isComplete = await bytesCheck({
    store: to,
    holders: [holder],
    graceMs: ANY_AGE_MS,
    hashes: false,
    firstPart: 0,
  }).run({
    ctx,
    repairs: true,
    deletes: false,
    isOver: () => ctx.signal.aborted,
    found(finding) {
      if (!WRONG.includes(finding.kind)) return;
      if (finding.repair === null) wrong.push(finding);
      else copy.copied++;
    },
    count(what, added) {
      if (what === 'rows') rows += added;
    },
    progress: (done) => progress.at(`check: ${percent(done)}`),
  });
  ctx.signal.throwIfAborted();
  progress.end(`check: ${isComplete ? 'done' : 'not finished'}`);
  const isWrong = wrong.length > 0;
  const title = isWrong ? 'NOT COMPLETE' : 'COMPLETE';
  const facts: [string, string][] = [
    ['copied', count(copy.copied)],
    ['present before', count(copy.present)],
    ['rows checked', count(rows)],
    ['rows without intact bytes', count(wrong.length)],
    ['damaged in FROM', count(copy.damaged.length)],
  ];
  const lines = [
    ...wrong.map(({ kind, what, rows }) => `${kind}  ${printable(`${what} (${rows.join(', ')})`)}\n`),
    ...copy.damaged.map((key) => `NOT_COPIED  The bytes of ${printable(key)} in FROM don't match their digest.\n`),
  ].slice(0, MAX_LISTED);
  const sentence = isWrong
    ? 'TO lacks bytes that rows refer to, and FROM has no intact ones. Run imprimatur integrity --repair.'
    : 'TO has the bytes of every row.';
  process.stdout.write(
    `${styled(['bold', isWrong ? 'red' : 'green'], title)}  ${sentence}\n\n${columns(facts)}${lines.length > 0 ? `\n${lines.join('')}` : ''}`,
  );
  process.exitCode = isWrong ? EXIT_WRONG : 0;
}

function placeOf(name: string, url: string): StorageLocation {
  const problem = storageUrlProblem(url);
  if (problem !== null) throw new UsageError(`${name}: ${problem}.`);
  return storageLocationOf(url);
}

const count = (number: number) => number.toLocaleString('en');
const percent = (doneShards: number) => `${Math.floor((doneShards / SHARDS.length) * 100)} %`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
