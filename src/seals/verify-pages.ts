import type { RequestHandler } from 'express';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { definitionList, escapeHtml, htmlPage, PAGE_POLICY } from '../platform/http/html-page.ts';
import { isId } from '../platform/ids.ts';
import type { TransparencyLog } from './log/transparency-log.ts';
import { Seal } from './seal.entity.ts';
import { filesOf, type SealFiles, statusBundlesOf } from './seal-bundle.ts';

/** What a holder can take away of a seal, by file name. */
const FILES: Record<string, { type: string; content: (files: SealFiles) => string | Uint8Array | null }> = {
  'seal.sigstore.json': { type: 'application/json', content: ({ bundle }) => bundle },
  'seal.tlog-proof': { type: 'text/plain', content: ({ tlogProof }) => tlogProof },
  'pae.bin': { type: 'application/octet-stream', content: ({ signed }) => signed },
  'sig.der': { type: 'application/octet-stream', content: ({ signature }) => signature },
  'sig.tsr': { type: 'application/timestamp-reply', content: ({ timeStamp }) => timeStamp },
};

/** What `/v/{sealId}` and its neighbours answer: the record as it is, and what a stranger needs to check it. */
export function verifyPages(database: Database, log: TransparencyLog, publicUrl: string) {
  const find = async (id: string): Promise<Seal> => {
    const seal = isId('seal', id) ? await database.orm.em.fork().findOne(Seal, id) : null;
    if (!seal) throw new Refusal('NOT_FOUND', 'There is no seal with this id.');
    return seal;
  };

  const page: RequestHandler = async (req, res) => {
    const seal = await find(String(req.params.sealId));
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Accept' });
    if (req.accepts(['json', 'html']) === 'html') {
      res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(pageOf(seal, publicUrl));
    } else {
      res.json({ ok: true, seal: summaryOf(seal, publicUrl) });
    }
  };

  const file: RequestHandler = async (req, res) => {
    const known = FILES[String(req.params.file)];
    if (!known) throw new Refusal('NOT_FOUND', `A seal has these files: ${Object.keys(FILES).join(', ')}.`);
    const seal = await find(String(req.params.sealId));
    const content = known.content(await filesOf(database.orm.em.fork(), log, seal));
    if (content === null) throw new Refusal('NOT_FOUND', 'This seal has no time stamp.');
    res
      .set({ 'Cache-Control': 'no-cache', 'Content-Disposition': `attachment; filename="${req.params.file}"` })
      .type(known.type)
      .send(typeof content === 'string' ? content : Buffer.from(content));
  };

  const statuses: RequestHandler = async (req, res) => {
    const seal = await find(String(req.params.sealId));
    const bundles = await statusBundlesOf(database.orm.em.fork(), log, seal);
    res.set('Cache-Control', 'no-cache').json({ ok: true, statuses: bundles.map((bundle) => JSON.parse(bundle)) });
  };

  return { page, file, statuses };
}

function summaryOf(seal: Seal, publicUrl: string) {
  const { id, sha256, byteLength, mediaType, sealedAt, status, logIndex, keyId, isPrivate } = seal;
  const verificationUrl = `${publicUrl}/v/${id}`;
  return {
    id,
    algorithm: 'SHA-256',
    sha256,
    byteLength,
    mediaType,
    isPrivate,
    sealedAt: sealedAt.toISOString(),
    status,
    logIndex,
    keyId,
    verificationUrl,
    bundleUrl: `${verificationUrl}/seal.sigstore.json`,
  };
}

function pageOf(seal: Seal, publicUrl: string): string {
  const summary = summaryOf(seal, publicUrl);
  const rows: [term: string, html: string][] = [
    ['Sealed', summary.sealedAt.replace('T', ' ').replace(/\.\d+Z/, ' UTC')],
    [
      'What',
      `${seal.subject === 'TEXT' ? 'A text' : 'A picture'}, ${seal.byteLength.toLocaleString('en')} bytes (${escapeHtml(seal.mediaType)})`,
    ],
    ['SHA-256', `<code>${summary.sha256}</code>`],
    ['Log', `entry ${seal.logIndex}`],
    ['Key', `<code>${summary.keyId}</code>`],
  ];
  const body = `<h1>Provenance seal</h1>
<p class="id">${escapeHtml(seal.id)}</p>
<p>This page shows what was recorded. Whether <em>your</em> copy is the one that was sealed only your own machine can tell:
hash it and compare the digest with the one below.</p>
${definitionList(rows)}
<pre>sha256sum your-file</pre>
<p><a href="${escapeHtml(summary.bundleUrl)}">Signed statement and proof</a> ·
<a href="${escapeHtml(`${publicUrl}/.well-known/imprimatur/trust.json`)}">Keys to check it with</a></p>
<p>A seal does not say that the content is true, lawful or complete, nor who wrote it.</p>`;
  return htmlPage(`Seal ${seal.id}`, body);
}
