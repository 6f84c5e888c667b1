import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { describe, expect, test } from 'vitest';
import { commitLabel } from '../../src/platform/program/release.ts';
import { Folder, imprimatur, imprimaturInTurn } from '../support/command.ts';
import { scrape } from '../support/prometheus.ts';
import {
  buildProgram,
  DataDir,
  freePort,
  type ServiceProcess,
  startService,
  until,
} from '../support/service-process.ts';
import { decide, runAsItStands } from './support/fill-more.ts';
import type { Kept, KeptSeal } from './support/kept.ts';
import type { Json, Program } from './support/program.ts';
import { KEPT_RELEASES, keptOf, restoreRelease } from './support/restore.ts';

// The reader of trusted_root.json that @sigstore/verify itself is built upon.
const { TrustedRoot } = createRequire(import.meta.resolve('@sigstore/bundle'))('@sigstore/protobuf-specs') as {
  TrustedRoot: { fromJSON(value: unknown): Parameters<typeof toTrustMaterial>[0] };
};

const RENDER_PATH = '/api/integrations/cinema/render';
/** What tests set otherwise for a quick start. */
const DEFAULTS = Object.fromEntries(
  ['DEMO', 'DATABASE_POOL_SIZE', 'WARM_UP_MS', 'INTEGRATIONS_INBOUND_SECRET', 'ADMIN_TOKEN'].map((name) => [
    name,
    undefined,
  ]),
);

test('there is something to upgrade', () => {
  expect(KEPT_RELEASES).toContain('0.0.1');
});

/** Releases whose data is also backed up as they left it. `npm run ci:long` backs up that of all of them. */
const BACKED_UP = process.env.BACK_UP_RELEASES === 'all' ? KEPT_RELEASES : KEPT_RELEASES.toSorted().slice(-1);

describe.each(BACKED_UP)('a data folder of %s', (release) => {
  test('is backed up as that release left it, and restored into the present one', async () => {
    const kept = keptOf(release);
    using dataDir = new DataDir();
    using restored = new DataDir();
    using place = new Folder();
    await restoreRelease(release, dataDir);
    const env = { ...DEFAULTS, BACKUP_PASSPHRASE: 'a passphrase of a test' };
    const certificates = { TSA_CERTIFICATES: path.join(dataDir.path, 'tsa.pem') };

    const backup = await imprimatur(['backup', '--to', place.path], { ...env, DATA_DIR: dataDir.path });
    expect(backup.code, backup.stdout + backup.stderr).toBe(0);
    const inNew = { ...env, ...certificates, DATA_DIR: restored.path };
    const restore = await imprimatur(['restore', '--from', place.path, '--nothing-published-since'], inNew);
    expect(restore.code, restore.stdout + restore.stderr).toBe(0);

    {
      await using service = await startService({ dataDir: restored, env: inNew });
      await service.ready();
      const used = new Used(service, restored, kept);
      await used.bank();
      await used.partners();
      await used.renders();
      await used.seals();
      await used.log();
      await used.newWork();
    }
    const whole = await imprimatur(['integrity', '--json'], inNew);
    expect(whole.code, whole.stdout + whole.stderr).toBe(0);
    expect(await imprimatur(['migrate'], inNew)).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
  });
});

describe.each(KEPT_RELEASES)('a data folder of %s', (release) => {
  test('is upgraded by the present release, which uses all that is in it', async () => {
    const kept = keptOf(release);
    using dataDir = new DataDir();
    await restoreRelease(release, dataDir);
    const env = { ...DEFAULTS, DATA_DIR: dataDir.path, TSA_CERTIFICATES: path.join(dataDir.path, 'tsa.pem') };

    const migrated = await imprimatur(['migrate'], env);
    expect(migrated).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });

    {
      await using service = await startService({ dataDir, env });
      await service.ready();
      const used = new Used(service, dataDir, kept);
      await used.bank();
      await used.partners();
      await used.picks();
      await used.renders();
      await used.seals();
      await used.log();
      await used.newWork();
      await used.more();
      await used.demo();
      await used.release();
      service.kill('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
    }
    const whole = await imprimatur(['integrity', '--json'], env);
    expect(whole.code, whole.stdout + whole.stderr).toBe(0);
    const well = await imprimatur(['doctor', '--json'], { ...env, PORT: String(await freePort()) });
    expect(well.code, well.stdout).toBe(0);

    {
      await using service = await startService({ dataDir, env });
      await service.ready();
      const used = new Used(service, dataDir, kept);
      await used.demoAsPeopleLeftIt();
      await used.bank();
      service.kill('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
    }
  });
});

/** What somebody does with the upgraded service who used it before. */
class Used {
  readonly #operator: { bearer: string };
  readonly #integration: { bearer: string };

  constructor(
    private readonly service: ServiceProcess,
    private readonly dataDir: DataDir,
    private readonly kept: Kept,
  ) {
    this.#operator = { bearer: readFileSync(path.join(dataDir.path, 'secrets/admin-token'), 'utf8').trim() };
    this.#integration = { bearer: kept.inboundSecret };
  }

  /** Every picture is listed, and its bytes are those that were stored. */
  async bank(): Promise<void> {
    const { body } = await this.service.json('/api/admin/image-bank?limit=100', { as: this.#operator });
    const listed = new Map<string, Json>(body.items.map((item: Json) => [item.id, item]));
    for (const { id, path: at, sha256, title, tags } of this.kept.assets) {
      expect(listed.get(id)).toMatchObject({ title, tags: expect.arrayContaining(tags) });
      expect(await this.#sha256At(at), id).toBe(sha256);
      const thumbnail = await this.service.fetch(new URL(listed.get(id).thumbnailUrl).pathname);
      expect([thumbnail.status, thumbnail.headers.get('content-type')], id).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ]);
    }
  }

  async partners(): Promise<void> {
    expect(this.kept.partners.map(({ isRevoked }) => isRevoked).sort()).toEqual([false, true]);
    for (const { token, isRevoked } of this.kept.partners) {
      const { status, body } = await this.service.json(`/api/media-desk/${token}/bank?limit=50`);
      expect(status).toBe(isRevoked ? 404 : 200);
      if (!isRevoked) expect(body.items.length).toBeGreaterThanOrEqual(this.kept.assets.length);
    }
  }

  /** Picks go on in turn, by tags that were given before. */
  async picks(): Promise<void> {
    const uploads = this.kept.assets.filter(({ tags }) => tags.includes('upload')).map(({ id }) => id);
    const picked = new Set<string>();
    for (let n = 0; n < uploads.length; n++) {
      const { body } = await this.service.json('/api/marketing/image-bank/pick?tags=upload&campaign=spring');
      picked.add(body.asset.id);
    }
    expect([...picked].sort()).toEqual(uploads.sort());
  }

  /** Renders are found as they ended, and a request that is sent again gives the render that it made. */
  async renders(): Promise<void> {
    for (const { id, status, assetId, replay } of this.kept.renders) {
      const found = await this.service.json(`${RENDER_PATH}/${id}`, { as: this.#integration });
      expect(found.status, id).toBe(200);
      expect(found.body.render.status).toBe(status);
      expect(found.body.asset?.id ?? null).toBe(assetId);
      if (replay === null) continue;
      const again = await this.service.json(RENDER_PATH, {
        as: this.#integration,
        headers: { 'idempotency-key': replay.key },
        body: replay.body,
      });
      expect([again.status, again.headers.get('idempotency-replayed'), again.body.render?.id], replay.key).toEqual([
        200,
        'true',
        id,
      ]);
    }
    const before = await this.service.json(RENDER_PATH, {
      as: { bearer: readFileSync(path.join(this.dataDir.path, 'secrets/integrations-inbound-secret'), 'utf8').trim() },
      body: { prompt: 'sea' },
    });
    expect(before.status).toBe(401);
  }

  /** Each seal holds for our command and for Sigstore's, and for no other bytes. */
  async seals(): Promise<void> {
    using folder = new Folder();
    const trust = await this.#json('/.well-known/imprimatur/trust.json');
    writeFileSync(folder.file('trust.json'), JSON.stringify(trust));
    const root = TrustedRoot.fromJSON(await this.#json('/.well-known/imprimatur/trusted_root.json'));
    const keys = Object.fromEntries(
      trust.sealKeys.map(({ hint, publicKey }: Json) => [
        hint,
        { rawBytes: Buffer.from(publicKey, 'base64'), keyDetails: 5 },
      ]),
    );
    expect(trust.sealKeys.length).toBeGreaterThanOrEqual(2);
    expect(this.kept.seals.filter(({ isStamped }) => isStamped)).not.toEqual([]);
    for (const seal of this.kept.seals) {
      const { body } = await this.service.json(`/v/${seal.id}`);
      expect(body.seal, seal.id).toMatchObject({ status: seal.status, sha256: seal.sha256 });
      const page = await this.service.fetch(`/v/${seal.id}`, { headers: { accept: 'text/html' } });
      expect([page.status, (await page.text()).includes(seal.sha256)], seal.id).toEqual([200, true]);

      const bundle = await this.#json(`/v/${seal.id}/seal.sigstore.json`);
      const verifier = new Verifier(toTrustMaterial(root, keys), {
        tlogThreshold: 1,
        timestampThreshold: seal.isStamped ? 1 : 0,
      });
      expect(verifier.verify(toSignedEntity(bundleFromJSON(bundle))).key, seal.id).toBeDefined();
      await this.#verify(seal, bundle, folder);
    }
  }

  async #verify(seal: KeptSeal, bundle: Json, folder: Folder): Promise<void> {
    const artifact = seal.text === undefined ? await this.#pictureOf(seal.sha256) : Buffer.from(seal.text);
    writeFileSync(folder.file('artifact'), artifact);
    writeFileSync(folder.file('seal.json'), JSON.stringify(bundle));
    const args = ['--seal', folder.file('seal.json'), '--trust', folder.file('trust.json'), '--json'];
    if (seal.salt) args.push('--salt', seal.salt);
    const verify = async () => {
      const said = await imprimaturInTurn(['verify', folder.file('artifact'), ...args]);
      return JSON.parse(said.stdout || JSON.stringify(said));
    };
    expect(await verify(), seal.id).toMatchObject({
      result: 'SAME_BYTES',
      time: { status: seal.isStamped ? 'PROVEN' : 'NOT_PROVEN' },
    });
    writeFileSync(folder.file('artifact'), Buffer.concat([artifact, Buffer.from(' ')]));
    expect((await verify()).result, seal.id).not.toBe('SAME_BYTES');
  }

  async #pictureOf(sha256: string): Promise<Buffer> {
    const { path: at } = this.kept.assets.find((asset) => asset.sha256 === sha256)!;
    return Buffer.from(await (await this.service.fetch(at)).arrayBuffer());
  }

  /** The log has kept everything since the auditor of the earlier release saw it, and still grows. */
  async log(): Promise<void> {
    const state = path.join(this.dataDir.path, 'audited');
    const sealed = await this.service.json('/api/legal/provenance-seal', {
      body: { artifact_text: `sealed after the upgrade from ${this.kept.release}`, disclaimer_ack: true },
    });
    expect(sealed.status).toBe(201);
    const { code, stdout, stderr } = await imprimaturInTurn([
      'audit',
      this.service.url,
      '--state',
      state,
      '--full',
      '--json',
    ]);
    expect(code, stdout + stderr).toBe(0);
    expect(JSON.parse(stdout).seen?.size ?? 1).toBeGreaterThan(0);
  }

  /** Texts that were kept are read by their owners, and what is new is drawn and sealed. */
  async newWork(): Promise<void> {
    const kept = this.kept.seals.filter(({ isTextKept }) => isTextKept);
    expect(kept).not.toEqual([]);
    for (const { id, ownerToken, text } of kept) {
      const { data } = await this.#graphql(
        'query ($id: ID!, $token: String) { retainedText(sealId: $id, ownerToken: $token) }',
        { id, token: ownerToken },
      );
      expect(data.retainedText).toBe(text);
    }
    const { status, body } = await this.service.json(RENDER_PATH, {
      as: this.#integration,
      headers: { prefer: 'wait=25' },
      body: { prompt: 'Calm sea at dawn', title: 'After the upgrade', width: 256, height: 256 },
    });
    expect([200, 202]).toContain(status);
    await until(async () => {
      const { body: now } = await this.service.json(`${RENDER_PATH}/${body.render.id}`, { as: this.#integration });
      return now.render.status === 'SUCCEEDED' && now.asset.sealUrl !== null;
    });
  }

  /** What releases from 0.1.0 on have besides: who has a key, what was run, what people decided and still have to. */
  async more(): Promise<void> {
    const { more } = this.kept;
    if (!more) return;
    for (const { token, isRevoked } of more.customerKeys) {
      const { status } = await this.service.json('/v1/models', { as: { bearer: token } });
      expect(status).toBe(isRevoked ? 401 : 200);
    }
    expect(more.runs.some(({ isHeld }) => isHeld)).toBe(true);
    for (const run of more.runs) expect(await runAsItStands(this.#asProgram, run)).toEqual(run);
    const [operator] = more.operatorTokens;
    for (const { id, state } of more.approvals) {
      const { data } = await this.#graphql('query ($id: ID!) { approval(id: $id) { state expiresAt } }', { id });
      // The data is kept for longer than a request waits.
      const hasExpired = state === 'PENDING' && Date.parse(data.approval.expiresAt) <= Date.now();
      expect(data.approval.state, id).toBe(hasExpired ? 'EXPIRED' : state);
      if (state !== 'PENDING' || hasExpired) continue;
      await decide(this.#asProgram, id, 'APPROVED', operator!);
      const { data: now } = await this.#graphql('query ($id: ID!) { approval(id: $id) { state } }', { id });
      expect(now.approval.state, id).toBe('APPROVED');
    }
    const { data } = await this.#graphql('{ webhooks(first: 10) { nodes { id } } }', {});
    expect(more.webhooks).toEqual(expect.arrayContaining(data.webhooks.nodes.map(({ id }: Json) => id)));
    for (const { id, status } of more.putAway) {
      const { data: found } = await this.#graphql('query ($id: ID!) { asset(id: $id) { status } }', { id });
      expect(found.asset.status, id).toBe(status);
    }
    for (const bearer of [more.customerKeys.find(({ isRevoked }) => !isRevoked)!.token, ...more.agentKeys]) {
      const { status, body } = await this.service.json('/v1/chat/completions', {
        as: { bearer },
        body: { model: more.task, messages: [{ role: 'user', content: 'Write two sentences about a lake.' }] },
      });
      expect([status, typeof body.choices?.[0].message.content]).toEqual([200, 'string']);
    }
  }

  /** The upgraded service, asked as the release before was when it was filled. */
  readonly #asProgram: Pick<Program, 'graphql' | 'ask'> = {
    graphql: async (query, variables, bearer) => {
      const { body } = await this.service.json('/graphql', { as: { bearer: bearer! }, body: { query, variables } });
      expect(body.errors).toBeUndefined();
      return body.data;
    },
    ask: (at, { as } = {}) => this.service.json(at, { as: { bearer: as! } }),
  };

  /** The demo that the earlier release began is finished, and what it had drawn is as it was. */
  async demo(): Promise<void> {
    await until(async () => (await this.#demoAssets()).length === 16);
    const before = this.kept.assets.map(({ id }) => id);
    const drawn = await this.#demoAssets();
    expect(drawn.filter(({ id }: Json) => before.includes(id))).toEqual([]);
    // People change one picture and throw another away. The next start leaves it at that.
    const [changed, thrown] = drawn;
    await this.#graphql(
      'mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { ... on Problem { message } } }',
      { input: { assetId: changed.id, title: 'Ours now' } },
    );
    await this.#graphql(
      'mutation ($input: TrashAssetsInput!) { trashAssets(input: $input) { ... on Problem { message } } }',
      { input: { ids: [thrown.id] } },
    );
    await this.#graphql(
      'mutation ($input: PurgeAssetsInput!) { purgeAssets(input: $input) { ... on Problem { message } } }',
      { input: { ids: [thrown.id] } },
    );
    expect(await this.#demoAssets()).toHaveLength(15);
  }

  async demoAsPeopleLeftIt(): Promise<void> {
    const drawn = await this.#demoAssets();
    expect(drawn).toHaveLength(15);
    expect(drawn.filter(({ title }: Json) => title === 'Ours now')).toHaveLength(1);
  }

  async release(): Promise<void> {
    const commit = JSON.parse(readFileSync(path.join(path.dirname(await buildProgram()), 'commit.json'), 'utf8'));
    const samples = (await scrape(this.service, this.#operator)).get('imprimatur_build_info')?.samples;
    expect(samples?.map(({ labels }) => labels.commit)).toEqual([commitLabel(commit)]);
  }

  async #demoAssets(): Promise<Json[]> {
    const { body } = await this.service.json('/api/admin/image-bank?limit=100', { as: this.#operator });
    return body.items.filter(({ source }: Json) => source === 'demo');
  }

  async #graphql(query: string, variables: object): Promise<Json> {
    const { body } = await this.service.json('/graphql', { as: this.#operator, body: { query, variables } });
    expect(body.errors).toBeUndefined();
    return body;
  }

  async #json(at: string): Promise<Json> {
    const { status, body } = await this.service.json(at);
    expect(status, at).toBe(200);
    return body;
  }

  async #sha256At(at: string): Promise<string> {
    const response = await this.service.fetch(at);
    expect(response.status, at).toBe(200);
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  }
}
