import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { AnchorSequence } from '../../src/chain/anchor-sequence.ts';
import { ChainAnchors } from '../../src/chain/anchors.ts';
import type { ChainApi } from '../../src/chain/index.ts';
import { RememberedAnchor } from '../../src/chain/remembered-anchor.ts';
import {
  byteSizeOf,
  type ColumnValues,
  insertLogged,
  type LogApi,
  newLocalKey,
  type PlacedRow,
  SEAL_KEY,
  type Signer,
  signEntry,
} from '../../src/log/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { chainHash, type HashedLink } from '../../src/proof/chain.ts';
import { anchorStatement, parseAnchorStatement } from '../../src/proof/chain-anchor.ts';
import { STATEMENT_MEDIA_TYPE } from '../../src/proof/statement.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { audited, exported, runTasks, trustOf } from './export.ts';

let api: Api;
let chain: ChainApi;
const started: Api[] = [];
beforeEach(async () => {
  // Nothing anchors by itself.
  api = await startApi({ works: false });
  started.push(api);
  chain = (api.services.apis as { chain: ChainApi }).chain;
  await grow();
});
afterAll(() => Promise.all(started.map((one) => one.stop())));

const context = () => contextOn(api.services.platform.database);
const anchors = () =>
  api.database.query<{ id: string; seq: string; hash: string; statement: string }>(
    'select id, seq, hash, statement from chain_anchor order by seq',
  );

/** Two more records in the chain, and an anchor of the last one. */
async function grow(): Promise<void> {
  await runTasks(api, 2);
  await chain.linkAll(context());
  expect(await chain.anchors.anchorMoved(context())).toBe(1);
}

/** Changes the digest of an entry and computes the hashes of all later entries again, as someone does who owns the tables. */
async function rewriteFrom(seq: number): Promise<void> {
  const links = await chain.entries(context().em, seq - 1, 1_000_000, 1_000);
  await asOwner(async () => {
    let before: HashedLink | null = null;
    for (const link of links) {
      const next: HashedLink = {
        ...link,
        ...(before === null ? { digest: 'f'.repeat(64) } : { previous: before.hash }),
      };
      before = { ...next, hash: chainHash(next) };
      await api.database.query('update chain_entry set digest = $2, previous = $3, hash = $4 where seq = $1', [
        before.seq,
        before.digest,
        before.previous,
        before.hash,
      ]);
    }
  });
}

async function expectFrozen(reason: string): Promise<void> {
  const before = (await anchors()).length;
  await expect(chain.anchors.anchorMoved(context())).rejects.toMatchObject({ name: 'ChainFrozen', reason });
  await expect(chain.anchors.probe()).rejects.toThrow('isn’t anchored any more');
  expect(await anchors()).toHaveLength(before);
}

/** Changes rows as the owner of the tables can, who disables the triggers and gives back the privileges that were revoked. */
async function asOwner(work: () => Promise<unknown>): Promise<void> {
  const { query } = api.database;
  await query('grant all on chain_anchor, chain_entry to current_user');
  for (const table of ['chain_anchor', 'chain_entry']) await query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of ['chain_anchor', 'chain_entry']) await query(`alter table ${table} enable trigger user`);
  await query('revoke update, delete, truncate on chain_anchor, chain_entry from current_user');
}

const memory = () => path.join(api.dataDir, 'log', 'anchor.json');

const signer = () => (api.services.apis as { log: LogApi }).log.signer;

/** Adds an anchor of the newest entry to the log and the table, as a process with this key does. */
async function foreignAnchor({
  previous,
  key,
  hash,
}: {
  previous: boolean;
  key: Signer;
  hash?: string;
}): Promise<void> {
  const { log } = (api.services.apis as { log: LogApi }).log;
  const head = (await chain.head(context().em))!;
  const last = (await anchors()).at(-1)!;
  const id = newId('chainAnchor');
  const payload = anchorStatement('http://127.0.0.1:4000', hash ?? head.hash, {
    anchorId: id,
    seq: head.seq,
    ...(previous && { previous: { anchorId: last.id, seq: Number(last.seq), hash: last.hash } }),
    claimedAt: new Date().toISOString(),
  });
  const { signature, body } = await signEntry(key, STATEMENT_MEDIA_TYPE, payload);
  const row = {
    id,
    seq: head.seq,
    hash: hash ?? head.hash,
    statement: Buffer.from(payload).toString('utf8'),
    signature: Buffer.from(signature),
    key_id: key.keyId,
    anchored_at: new Date().toISOString(),
  };
  const write = (em: EntityManager, rows: readonly PlacedRow<ColumnValues>[]) => insertLogged(em, 'chain_anchor', rows);
  await log.append({ key: `foreign ${id}`, body, alongside: { row, byteSize: byteSizeOf(row), write } });
}

const forge = (statement: string, ...values: unknown[]) => asOwner(() => api.database.query(statement, values));

describe('a chain that was rewritten is not anchored', () => {
  test('with its anchors deleted, so that the rewritten chain would look new', async () => {
    await rewriteFrom(1);
    const [first] = await anchors();
    await forge('delete from chain_anchor');

    await expectFrozen(`The anchor ${first!.id} of entry ${first!.seq} is missing or was changed.`);
    // A new record doesn’t change that, and an export isn’t clean.
    await runTasks(api, 1);
    const report = await audited(await exported(api), await trustOf(api));
    expect(report).toMatchObject({ isClean: false, anchor: null });
    expect(report.notes.join(' ')).toContain('The chain doesn’t continue its last anchor.');
  });

  test('below its last anchor, which was left in place', async () => {
    const [last] = await anchors();
    await rewriteFrom(1);

    await runTasks(api, 1);
    await chain.linkAll(context());
    await expectFrozen(`Entry ${last!.seq} isn’t the one that was anchored.`);
  });

  test('after its last anchor', async () => {
    await runTasks(api, 2);
    await chain.linkAll(context());
    const head = (await chain.head(context().em))!;
    await forge(`update chain_entry set digest = repeat('f', 64) where seq = $1`, head.seq);

    await expectFrozen(`Entry ${head.seq} doesn’t continue the entry before it.`);
  });

  test('with its anchor moved to the rewritten entry', async () => {
    await rewriteFrom(1);
    const head = (await chain.head(context().em))!;
    await forge('update chain_anchor set hash = $1', head.hash);

    const [last] = await anchors();
    await expectFrozen(`The anchor ${last!.id} of entry ${last!.seq} is missing or was changed.`);
  });

  test('with an anchor that was inserted, and names the right one before it', async () => {
    const [last] = await anchors();
    await runTasks(api, 1);
    await chain.linkAll(context());
    const head = (await chain.head(context().em))!;
    const { predicate, ...statement } = parseAnchorStatement(Buffer.from(last!.statement));
    const forged = JSON.stringify({
      ...statement,
      predicate: {
        ...predicate,
        anchorId: 'anc_forged',
        seq: head.seq,
        previous: { anchorId: last!.id, seq: Number(last!.seq), hash: last!.hash },
      },
    });
    await forge(
      `insert into chain_anchor (id, seq, hash, statement, signature, key_id, log, log_index, anchored_at)
         select 'anc_forged', $1, $2, $3, signature, key_id, log, log_index - 1, anchored_at from chain_anchor`,
      head.seq,
      head.hash,
      forged,
    );

    await runTasks(api, 1);
    await chain.linkAll(context());
    await expectFrozen('The anchor anc_forged isn’t the one in the transparency log.');
  });

  test.each([
    ['names the one before it', true],
    ['names none', false],
  ])('with an anchor of another key, which is in the log and %s', async (_, previous) => {
    const [last] = await anchors();
    await rewriteFrom(1);
    await runTasks(api, 1);
    await chain.linkAll(context());
    const remembered = readFileSync(memory(), 'utf8');
    await foreignAnchor({ previous, key: newLocalKey(SEAL_KEY).signer });

    await runTasks(api, 1);
    await chain.linkAll(context());
    await expectFrozen(`Entry ${last!.seq} isn’t the one that was anchored.`);
    expect(readFileSync(memory(), 'utf8')).toBe(remembered);
  });

  test('with its next anchor made by another key for an entry that was never in the chain', async () => {
    await runTasks(api, 1);
    await chain.linkAll(context());
    const head = (await chain.head(context().em))!;
    await foreignAnchor({ previous: true, key: newLocalKey(SEAL_KEY).signer, hash: 'e'.repeat(64) });

    await runTasks(api, 1);
    await chain.linkAll(context());
    await expectFrozen(`Entry ${head.seq} isn’t the one that was anchored.`);
  });

  test('cut below its last anchor', async () => {
    const [last] = await anchors();
    await forge('delete from chain_entry where seq = $1', last!.seq);
    await forge(
      `insert into chain_entry (seq, kind, subject_id, digest, previous, hash, recorded_at)
         select seq + 1, kind, subject_id || '_other', digest, hash, repeat('a', 64), recorded_at
         from chain_entry order by seq desc limit 1`,
    );

    await expectFrozen(`Entry ${last!.seq} isn’t the one that was anchored.`);
  });
});

describe('a chain that only grew is anchored', () => {
  test('by anchors of which each names the one before', async () => {
    await grow();
    await grow();

    const statements = (await anchors()).map(({ statement }) => parseAnchorStatement(Buffer.from(statement)).predicate);
    expect(statements.map(({ previous }) => previous?.anchorId ?? null)).toEqual([
      null,
      ...statements.slice(0, -1).map(({ anchorId }) => anchorId),
    ]);
    await expect(chain.anchors.probe()).resolves.toBeUndefined();
  });

  test('by several machines in turn, each with a memory of its own, and at once', async () => {
    const { log, signer } = (api.services.apis as { log: LogApi }).log;
    const machines = [0, 1].map(() => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-machine-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true }));
      const { publicUrl } = api.services.platform;
      const sequence = new AnchorSequence({ signer, log, remembered: new RememberedAnchor(dataDir) });
      return new ChainAnchors({ signer, log, publicUrl, sequence, head: (em) => chain.head(em) });
    });
    const next = async () => {
      await runTasks(api, 1);
      await chain.linkAll(context());
    };

    for (const machine of [...machines, ...machines]) {
      await next();
      expect(await machine.anchorMoved(context())).toBe(1);
    }
    await next();
    const made = await Promise.all([...machines, chain.anchors].map((one) => one.anchorMoved(context())));

    expect(made.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await anchors()).toHaveLength(6);
    expect((await audited(await exported(api), await trustOf(api))).isClean).toBe(true);
  });

  test('by exports at once, of which there are more than connections', async () => {
    await runTasks(api, 1);
    await chain.linkAll(context());

    await Promise.all(Array.from({ length: 40 }, () => chain.anchors.anchor(context())));

    expect(await anchors()).toHaveLength(2);
  });

  test('while a process of an earlier release, whose anchors name none, runs beside', async () => {
    await runTasks(api, 1);
    await chain.linkAll(context());
    await foreignAnchor({ previous: false, key: signer() });

    await grow();

    const [, second, third] = await anchors();
    expect(parseAnchorStatement(Buffer.from(third!.statement)).predicate.previous?.anchorId).toBe(second!.id);
  });

  test('after anchors of a release whose anchors named none', async () => {
    // As if this machine had no memory yet, and the anchor no predecessor, which the first one never has.
    rmSync(memory());

    await grow();

    const [first, second] = await anchors();
    expect(parseAnchorStatement(Buffer.from(second!.statement)).predicate.previous?.anchorId).toBe(first!.id);
  });
});
