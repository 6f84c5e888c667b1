import type { RequestHandler } from 'express';
import type { Database } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { definitionList, escapeHtml, htmlPage, PAGE_POLICY } from '../platform/http/html-page.ts';
import { isId } from '../platform/ids.ts';
import { Seal } from './seal.entity.ts';
import type { Signer } from './signer.ts';
import { STATEMENT_MEDIA_TYPE } from './statement.ts';

/** What `/v/{sealId}` and its neighbours answer: the record as it is, and what a stranger needs to check it. */
export function verifyPages(database: Database, signer: Signer, publicUrl: string) {
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

  const bundle: RequestHandler = async (req, res) => {
    const seal = await find(String(req.params.sealId));
    res.set('Content-Disposition', `attachment; filename="${seal.id}.json"`).json({
      dsseEnvelope: {
        payloadType: STATEMENT_MEDIA_TYPE,
        payload: Buffer.from(seal.statement, 'utf8').toString('base64'),
        signatures: [{ keyid: seal.keyId, sig: seal.signature }],
      },
      // Handy for a first look. Who needs to be sure takes the key from somewhere else than from what it is to prove.
      publicKey: { keyid: seal.keyId, pem: seal.keyId === signer.keyId ? signer.publicKeyPem : null },
    });
  };

  const publicKey: RequestHandler = (_req, res) => {
    res.type('application/x-pem-file').send(signer.publicKeyPem);
  };

  return { page, bundle, publicKey };
}

function summaryOf(seal: Seal, publicUrl: string) {
  const { id, sha256, byteLength, mediaType, sealedAt, status, logIndex, keyId } = seal;
  const verificationUrl = `${publicUrl}/v/${id}`;
  return {
    id,
    algorithm: 'SHA-256',
    sha256,
    byteLength,
    mediaType,
    sealedAt: sealedAt.toISOString(),
    status,
    logIndex,
    keyId,
    verificationUrl,
    bundleUrl: `${verificationUrl}/bundle.json`,
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
    ['Status', 'Signed. Not yet entered in a transparency log; its time is this service’s own word.'],
    ['Key', `<code>${summary.keyId}</code>`],
  ];
  const body = `<h1>Provenance seal</h1>
<p class="id">${escapeHtml(seal.id)}</p>
<p>This page shows what was recorded. Whether <em>your</em> copy is the one that was sealed only your own machine can tell:
hash it and compare the digest with the one below.</p>
${definitionList(rows)}
<pre>sha256sum your-file</pre>
<p><a href="${escapeHtml(summary.bundleUrl)}">Signed statement</a> ·
<a href="${escapeHtml(`${publicUrl}/.well-known/imprimatur/seal-public-key.pem`)}">Public key</a></p>
<p>A seal does not say that the content is true, lawful or complete, nor who wrote it.</p>`;
  return htmlPage(`Seal ${seal.id}`, body);
}
