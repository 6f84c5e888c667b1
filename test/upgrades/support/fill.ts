import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Kept, KeptAsset, KeptPartner, KeptRender, KeptSeal } from './kept.ts';
import { mutate } from './mutate.ts';
import type { Json, Program } from './program.ts';

const RENDER_PATH = '/api/integrations/cinema/render';

/** Pictures that were put into the bank, with tags that picks ask for. */
export async function uploadPictures(service: Program): Promise<void> {
  for (let n = 0; n < 4; n++) {
    const picture = await sharp({
      create: { width: 320, height: 200, channels: 3, background: { r: 60 * n, g: 200 - 40 * n, b: 90 } },
    })
      .composite([
        { input: randomBytes(48 * 48 * 3), raw: { width: 48, height: 48, channels: 3 }, left: 20 * n, top: 10 },
      ])
      [n % 2 === 0 ? 'png' : 'jpeg']()
      .toBuffer();
    const body = {
      title: `Upload ${n}: Grüße\nand a second line`,
      alt: `A square on a colour, ${n}`,
      tags: ['upload', n % 2 === 0 ? 'even number' : 'odd number'],
      source: 'upgrade data',
      imageBase64: picture.toString('base64'),
    };
    const as = service.secret('admin-token');
    const { asset } = await service.done('/api/admin/image-bank', { as, body });
    if (n === 0) {
      const again = await service.done('/api/admin/image-bank', { as, body });
      if (again.duplicateOf !== asset.id) throw new Error('The same bytes were stored twice.');
    }
  }
}

/** Renders with and without a place in the bank, by key and without. */
export async function requestRenders(service: Program, as: string): Promise<KeptRender[]> {
  const requests: { key: string | null; body: Json }[] = [
    { key: 'upgrade-1', body: { prompt: 'Calm sea at dawn', tags: ['spring mailing'], seed: 7 } },
    {
      key: 'upgrade-2',
      body: { prompt: 'Forest in autumn, mist', title: 'Misty wood', tags: ['spring mailing', 'wood'] },
    },
    { key: 'upgrade-3', body: { prompt: 'City at night', saveToBank: false } },
    { key: null, body: { prompt: 'Bord de mer le matin', source: 'campaign' } },
  ];
  const renders: KeptRender[] = [];
  for (const { key, body } of requests) {
    const sent = { ...body, width: 256, height: 256 };
    const headers = { prefer: 'wait=25', ...(key && { 'idempotency-key': key }) };
    const answer = await service.done(RENDER_PATH, { as, body: sent, headers });
    let { render } = answer;
    await service.until(async () => {
      ({ render } = await service.done(`${RENDER_PATH}/${render.id}`, { as }));
      return !['QUEUED', 'RUNNING'].includes(render.status.toUpperCase());
    });
    const { asset } = await service.done(`${RENDER_PATH}/${render.id}`, { as });
    renders.push({
      id: render.id,
      status: render.status,
      assetId: asset?.id ?? null,
      replay: key === null ? null : { key, body: sent },
    });
  }
  return renders;
}

/** Links of partners: one that works, one that was revoked. */
export async function issuePartnerLinks(service: Program): Promise<KeptPartner[]> {
  const as = service.secret('admin-token');
  const partners: KeptPartner[] = [];
  for (const isRevoked of [false, true]) {
    const issued = await mutate(service, 'issuePartnerLink', { partnerName: 'Lakeside Agency' }, as, {
      IssuedPartnerLink: 'secret partnerLink { id }',
    });
    const { id } = issued.partnerLink;
    if (isRevoked) await mutate(service, 'revokePartnerLink', { id, partnerLinkId: id }, as);
    partners.push({ token: issued.secret, isRevoked });
  }
  return partners;
}

/** Turns of picks are taken, of the whole service and of a campaign. */
export async function takePicks(service: Program): Promise<void> {
  for (const more of ['', '', '&campaign=spring', '&match=any&mode=random'])
    await service.done(`/api/marketing/image-bank/pick?tags=upload${more}`);
}

/** Texts sealed in each way, and what became of them. */
export async function sealTexts(service: Program, what: string): Promise<KeptSeal[]> {
  const texts: Record<string, object> = {
    plain: {},
    private: { private: true },
    kept: { retain: true },
    revoked: {},
    superseded: {},
    erased: {},
  };
  const seals = new Map<string, KeptSeal>();
  const seal = async (name: string, more: object) => {
    const text = `${what}, ${name}.\nGrüße, 你好, "quoted", \\ and 'single'\n`;
    const body = { artifact_text: text, disclaimer_ack: true, ...more };
    const sealed = await service.done('/api/legal/provenance-seal', { body });
    const isTextKept = 'retain' in more;
    const { id, sha256, status } = sealed.seal;
    const { salt, ownerToken } = sealed;
    seals.set(name, { id, status, sha256, text, salt, ownerToken, isTextKept, isStamped: false });
  };
  for (const [name, more] of Object.entries(texts)) await seal(name, more);
  const { id, ownerToken } = seals.get('superseded')!;
  await seal('superseding', { supersedes: id, supersedes_owner_token: ownerToken });
  const end = async (name: string, mutation: string) => {
    const one = seals.get(name)!;
    const input = { sealId: one.id, ownerToken: one.ownerToken, reason: `Was ${name}.` };
    await mutate(service, mutation, input, undefined);
  };
  await end('revoked', 'revokeSeal');
  await end('erased', 'eraseSeal');
  return [...seals.values()];
}

/** As the service that is running says it, at the end. Seals that were erased are left out. */
export async function readSealStates(service: Program, seals: readonly KeptSeal[]): Promise<KeptSeal[]> {
  const standing: KeptSeal[] = [];
  for (const one of seals) {
    const { seal } = await service.graphql('query ($id: ID!) { seal(id: $id) { id status sha256 } }', { id: one.id });
    if (!seal || seal.status === 'ERASED') continue;
    const bundle = await service.done(`/v/${one.id}/seal.sigstore.json`);
    const stamps = bundle.verificationMaterial?.timestampVerificationData?.rfc3161Timestamps ?? [];
    standing.push({ ...one, status: seal.status, sha256: seal.sha256, isStamped: stamps.length > 0 });
  }
  return standing;
}

/** The bank as an operator reads it. */
export async function assetsOf(service: Program): Promise<KeptAsset[]> {
  const { assets } = await service.graphql(
    '{ assets(first: 100) { nodes { id title tags seal { id } file { url sha256 } } } }',
    {},
    service.secret('admin-token'),
  );
  return assets.nodes.map(({ id, title, tags, file }: Json) => {
    return { id, title, tags, path: new URL(file.url).pathname, sha256: file.sha256 };
  });
}

/** Seals of pictures, by the pictures. */
export async function sealsOfPictures(service: Program): Promise<KeptSeal[]> {
  const { assets } = await service.graphql(
    '{ assets(first: 100) { nodes { seal { id status sha256 } } } }',
    {},
    service.secret('admin-token'),
  );
  return assets.nodes.flatMap(({ seal }: Json) => (seal ? [{ ...seal, isStamped: false }] : []));
}

/** Has an upload sealed, which is not by itself. */
export async function sealUpload(service: Program): Promise<void> {
  const upload = (await assetsOf(service)).find(({ tags }) => tags.includes('upload'))!;
  await mutate(service, 'sealAsset', { assetId: upload.id }, service.secret('admin-token'));
}

/** An operator replaces the secret of integrations. */
export async function setInboundSecret(service: Program): Promise<Kept['inboundSecret']> {
  const secret = `throw-away-${randomBytes(12).toString('hex')}`;
  await mutate(service, 'setIntegrationsInboundSecret', { secret }, service.secret('admin-token'));
  return secret;
}
