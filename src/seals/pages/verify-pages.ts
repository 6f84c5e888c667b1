import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestHandler } from 'express';
import type { AssetsApi } from '../../assets/index.ts';
import type { DocumentsApi } from '../../documents/index.ts';
import { bundleOf, type TransparencyLog, type VerifiedStamps } from '../../log/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { chooseEncoding, encoded } from '../../platform/http/encoding.ts';
import { sendTagged, sendTaggedJson } from '../../platform/http/etag.ts';
import { type Mount, readOnly } from '../../platform/http/mount.ts';
import { isId } from '../../platform/ids.ts';
import { formatBundle } from '../../proof/bundle.ts';
import { encodeUtf8 } from '../../proof/bytes.ts';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { formatTrust, type Trust } from '../../proof/trust.ts';
import { parseCitationFile } from '../../quotations/index.ts';
import { type PageOptions, PLAIN_PAGE } from '../../site/index.ts';
import type { BuiltVerifier } from '../built-verifier.ts';
import { citationFileOf } from '../citations/citation-file-of.ts';
import { Seal } from '../seal.entity.ts';
import { sealFileUrl, sealUrl } from '../seal.links.ts';
import type { StandingStatements } from '../standing-statements.ts';
import { statusChangesOf } from '../status-changes.ts';
import type { SealedCitations } from './citation-section.ts';
import { EVIDENCE_ID, type PageEvidence } from './page-evidence.ts';
import { fileNamed, fileOf, SEAL_FILES } from './seal-files.ts';
import { sealPage, sealPageTitle } from './seal-page.ts';
import { sealedPicture } from './seal-picture.ts';
import { texts } from './texts.ts';
import { fileDocs, pageDocs, statusesDocs, verifierDigestDocs, verifierDocs } from './verify-pages.docs.ts';

export interface VerifyPagesOptions {
  database: Database;
  documents: Pick<DocumentsApi, 'erasedAmong'>;
  log: TransparencyLog;
  media: AssetsApi['media'];
  standings: StandingStatements;
  trust: () => Promise<Trust>;
  verifier: BuiltVerifier;
  stamps: VerifiedStamps;
  clock: Clock;
  publicUrl: string;
}

/** Routes below `/v/{sealId}` with the record of a seal and the files to check it, and the routes of the verifier. */
export function verifyPages(options: VerifyPagesOptions): Mount[] {
  const { database, documents, log, media, standings, trust, verifier, stamps, clock, publicUrl } = options;
  const find = async (em: EntityManager, id: string): Promise<Seal> => {
    const seal = isId('seal', id) ? await em.findOne(Seal, id) : null;
    if (!seal)
      throw new Refusal(
        'NOT_FOUND',
        'No seal has this id. Check the id, or ask its owner whether the seal was erased.',
      );
    return seal;
  };

  const page: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const seal = await find(em, String(req.params.sealId));
    res.set({ 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' }).vary('Accept, Accept-Encoding');
    if (req.accepts(['json', 'html']) !== 'html') {
      sendTaggedJson(res, { ok: true, seal: summaryOf(seal, publicUrl) });
      return;
    }
    const bundle = await bundleOf(em, log, seal);
    const changes = await statusChangesOf(em, log, seal);
    const standing = await standings.of(seal);
    const trusted = await trust();
    const built = await verifier.find();
    const evidence: PageEvidence = {
      sealId: seal.id,
      publicUrl,
      bundle: formatBundle(bundle),
      trust: formatTrust(trusted),
      statuses: [...changes.map(({ bundle: status }) => status), ...(standing ? [JSON.stringify(standing)] : [])],
    };
    const body = await sealPage({
      seal,
      successor: seal.supersededBy ? await em.findOne(Seal, seal.supersededBy) : null,
      bundle,
      changes: changes.map(({ change }) => change),
      picture: await sealedPicture(em, media, seal, publicUrl),
      citations: await sealedCitations(em, documents, seal),
      trust: trusted,
      verifier: built,
      publicUrl,
    });
    const frame = built?.frame ?? PLAIN_PAGE;
    const options: PageOptions = {
      data: built ? { id: EVIDENCE_ID, value: evidence } : undefined,
      home: `${publicUrl}/`,
    };
    // No ETag, because each response contains a newly signed statement with the current time.
    res.set('Content-Security-Policy', frame.policy).type('html');
    // Brotli would be 6 % smaller, but compress the verifier again for each request, which doubles the time of the request.
    const encoding = chooseEncoding(req, res, ['gzip', 'br']);
    if (encoding === 'gzip') {
      res.send(await frame.gzippedPage(sealPageTitle(seal), body, options));
      return;
    }
    const html = frame.page(sealPageTitle(seal), body, options);
    res.send(encoding ? await encoded(html, encoding, 'each') : html);
  };

  const file: RequestHandler = async (req, res) => {
    const sealId = String(req.params.sealId);
    const name = fileNamed(String(req.params.file), sealId);
    if (name === null)
      throw new Refusal('NOT_FOUND', `Unknown file of a seal. Use one of: ${[...SEAL_FILES.keys()].join(', ')}.`);
    const em = database.orm.em.fork();
    const seal = await find(em, sealId);
    const bundle = await bundleOf(em, log, seal);
    const content = await fileOf(name, { bundle, trust, stamps, now: clock.now() });
    if (!content) throw new Refusal('NOT_FOUND', `This seal has no time stamp, so it has no ${name}.`);
    res
      .set({
        'Cache-Control': 'no-cache',
        'Content-Disposition': `attachment; filename="${savedName(seal.id, name)}"`,
        'X-Robots-Tag': 'noindex',
      })
      .type(SEAL_FILES.get(name)!.type);
    sendTagged(res, Buffer.from(content));
  };

  const statuses: RequestHandler = async (req, res) => {
    const em = database.orm.em.fork();
    const seal = await find(em, String(req.params.sealId));
    const changes = await statusChangesOf(em, log, seal);
    const standing = await standings.of(seal);
    // No ETag, because each response contains a newly signed statement with the current time.
    res.set({
      'Cache-Control': 'no-cache',
      'Content-Disposition': `inline; filename="${savedName(seal.id, FILE_NAMES.statuses)}"`,
      'X-Robots-Tag': 'noindex',
    });
    res.json({
      ok: true,
      statuses: changes.map(({ bundle }) => JSON.parse(bundle)),
      ...(standing && { standing }),
    });
  };

  /** Serves the offline verifier as a page, or as a download with `?download`. */
  const offline: RequestHandler = async (req, res) => {
    const { html, encodedHtml, frame } = await builtVerifier();
    if (req.query.download !== undefined) res.set('Content-Disposition', 'attachment; filename="verifier.html"');
    res.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': frame.policy }).type('html');
    const encoding = chooseEncoding(req, res);
    sendTagged(res, encoding ? await encodedHtml(encoding) : html);
  };

  /** Serves the SHA-256 of the verifier in the format of `sha256sum -c`. */
  const offlineDigest: RequestHandler = async (_req, res) => {
    const { sha256 } = await builtVerifier();
    res
      .set({ 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' })
      .type('text/plain')
      .send(`${sha256}  verifier.html\n`);
  };

  async function builtVerifier() {
    const built = await verifier.find();
    if (!built) throw new Refusal('NOT_FOUND', 'The verifier isn’t built on this server. Run `npm run build`.');
    return built;
  }

  return [
    readOnly('/v/:sealId', pageDocs, page),
    readOnly('/v/:sealId/statuses.json', statusesDocs, statuses),
    readOnly('/v/:sealId/:file', fileDocs, file),
    readOnly('/verifier.html', verifierDocs, offline, {
      title: texts.verifier.title,
      text: texts.verifier.about,
    }),
    readOnly('/.well-known/imprimatur/verifier.sha256', verifierDigestDocs, offlineDigest),
  ];
}

/** Content of a seal of citations. Null for other seals. */
async function sealedCitations(
  em: EntityManager,
  documents: Pick<DocumentsApi, 'erasedAmong'>,
  seal: Seal,
): Promise<SealedCitations | null> {
  const content = await citationFileOf(em, seal);
  if (content === null) return null;
  const file = parseCitationFile(encodeUtf8(content));
  const erased = await documents.erasedAmong(
    em,
    file.versions.map(({ id }) => id),
  );
  return { file, erased };
}

function summaryOf(seal: Seal, publicUrl: string) {
  const { id, sha256, byteLength, mediaType, sealedAt, status, submitter, logIndex, keyId, isPrivate, bytesPurgedAt } =
    seal;
  return {
    id,
    algorithm: 'SHA-256',
    sha256,
    byteLength,
    mediaType,
    isPrivate,
    sealedAt: sealedAt.toISOString(),
    status,
    submitter: submitter ?? null,
    logIndex,
    keyId,
    bytesPurgedAt: bytesPurgedAt?.toISOString() ?? null,
    verificationUrl: sealUrl(publicUrl, id),
    bundleUrl: sealFileUrl(publicUrl, id, FILE_NAMES.bundle),
  };
}
