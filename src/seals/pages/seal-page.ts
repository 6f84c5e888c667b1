import { bytesToHex } from '@noble/hashes/utils.js';
import QRCode from 'qrcode';
import type { Bundle } from '../../proof/bundle.ts';
import { equalBytes } from '../../proof/bytes.ts';
import { FILE_NAMES, savedName } from '../../proof/file-names.ts';
import { formatVerifierKey } from '../../proof/note.ts';
import { parseSealStatement, type SealStatement } from '../../proof/statement.ts';
import {
  aiNotice,
  limitsOf,
  readableInstant,
  type StatementFact,
  statementFacts,
} from '../../proof/statement-facts.ts';
import { authorWords } from '../../proof/status-sentence.ts';
import { logIdOf, logKeyOf, type Trust } from '../../proof/trust.ts';
import { definitionList, escapeHtml } from '../../site/index.ts';
import type { Verifier } from '../built-verifier.ts';
import { type Seal, SealStatus } from '../seal.entity.ts';
import { sealFileUrl, sealUrl } from '../seal.links.ts';
import type { SealStatusChange } from '../seal-status.entity.ts';
import { SEAL_FILES } from './seal-files.ts';
import type { SealedPicture } from './seal-picture.ts';
import { shownText } from './shown-text.ts';

export interface SealPageOptions {
  seal: Seal;
  /** Newer seal that supersedes this one; null if it doesn’t exist or was erased. */
  successor: Seal | null;
  bundle: Bundle;
  /** Status changes of the seal, oldest first. */
  changes: readonly SealStatusChange[];
  /** Preview of a sealed picture; null for other content. */
  picture: SealedPicture | null;
  trust: Trust;
  /** Verifier included in the page; null if it wasn’t built. */
  verifier: Pick<Verifier, 'sha256'> | null;
  publicUrl: string;
}

/**
 * Body of a seal's page: the operator's statement and how to check it, complete without scripts.
 * The page never says that a copy is the sealed one: only the verifier does, after it has read the copy.
 */
export async function sealPage(options: SealPageOptions): Promise<string> {
  const { seal, bundle, changes, publicUrl, verifier } = options;
  const statement = parseSealStatement(bundle.envelope.payload);
  const link = sealUrl(publicUrl, seal.id);
  return `${statusNotice(options)}<h1>Provenance seal</h1>
<p class="id">${escapeHtml(seal.id)}</p>
${pictureFigure(options)}${checkSection(verifier !== null)}
${recordSection(seal, statement, bundle, changes)}
${byHandSection(statement, sealFileUrl(publicUrl, seal.id, savedName(seal.id, FILE_NAMES.instructions)))}
${downloadSection(options)}
${await fingerprintSection(options, statement, link)}
${limitSection(statement, bundle)}`;
}

/** Title of the page in browser tabs and bookmarks. */
export function sealPageTitle({ id, status }: Seal): string {
  if (status === SealStatus.REVOKED) return `Revoked: seal ${id}`;
  return status === SealStatus.SUPERSEDED ? `Superseded: seal ${id}` : `Seal ${id}`;
}

/** Notice at the top of the page that the seal was revoked or superseded. Empty for a seal in force. */
function statusNotice({ seal, successor, changes, publicUrl }: SealPageOptions): string {
  const { status, supersededBy } = seal;
  if (status !== SealStatus.REVOKED && status !== SealStatus.SUPERSEDED) return '';
  const change = changes.findLast((one) => one.status === status);
  const when = change ? ` on ${escapeHtml(readableInstant(change.changedAt.toISOString()))}` : '';
  const why = change ? ` ${shownText(change.reason)}` : ' The log has not published this yet.';
  const by = change ? escapeHtml(authorWords(change.changedBy)) : '';
  const isRevoked = status === SealStatus.REVOKED;
  const next = !supersededBy
    ? ''
    : `<p>Replaced by: ${
        successor
          ? `<a href="${escapeHtml(sealUrl(publicUrl, successor.id))}">${escapeHtml(successor.id)}</a>`
          : `<code>${shownText(supersededBy)}</code>, which no longer exists here`
      }</p>\n`;
  return `<div class="end" data-end="${status.toLowerCase()}">
<p><strong>This seal was ${isRevoked ? 'revoked' : 'superseded'}${by}${when}.</strong>${why}</p>
${next}<p>${
    isRevoked
      ? 'Do not rely on it. You can still verify below that these bytes were sealed at that time.'
      : 'It is not the newest version. You can still verify below that these bytes were sealed at that time.'
  }</p>
</div>
`;
}

/** Smaller copy of the picture, with a caption that links to the sealed original. */
function pictureFigure({ picture, seal }: SealPageOptions): string {
  if (!picture) return purgedNotice(seal);
  const { dataUrl, alt, width, height, originalUrl } = picture;
  return `<figure class="picture">
<img src="${dataUrl}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">
<figcaption>Smaller preview. The seal covers the bytes of <a href="${escapeHtml(originalUrl)}">the original</a>:
${width} × ${height} pixels, ${seal.byteLength.toLocaleString('en')} bytes, ${escapeHtml(seal.mediaType)}.</figcaption>
</figure>
`;
}

/** Empty unless the sealed picture was purged. */
function purgedNotice({ bytesPurgedAt }: Seal): string {
  if (!bytesPurgedAt) return '';
  const when = escapeHtml(readableInstant(bytesPurgedAt.toISOString()));
  return `<p class="gone" data-bytes="purged">The sealed picture was erased from this service on ${when}. Its digest
remains: existing copies can still be checked below.</p>
`;
}

function checkSection(hasVerifier: boolean): string {
  const own =
    'This page shows the record. Whether <em>your</em> copy is the sealed one can only be checked on your own machine: <a href="#by-hand">check by hand</a>.';
  return `<section aria-labelledby="check">
<h2 id="check">Check your copy</h2>
${hasVerifier ? `<div id="verifier"></div>\n<noscript><p>${own} With JavaScript, this page checks it in your browser.</p></noscript>` : `<p>${own}</p>`}
</section>`;
}

function recordSection(
  seal: Seal,
  statement: SealStatement,
  bundle: Bundle,
  changes: readonly SealStatusChange[],
): string {
  const { treeSize } = bundle.logEntry.inclusionProof;
  const notice = aiNotice(statement.predicate);
  const rows: [term: string, html: string][] = [
    ['Status', statusLine(seal, changes)],
    ...statementFacts(statement).map(({ term, value, isCode }: StatementFact): [string, string] => [
      term,
      isCode ? `<code>${shownText(value)}</code>` : shownText(value),
    ]),
    [
      'Time stamp',
      seal.timeStamp ? 'by an authority; the check shows its name and the time' : 'none: the time is not proven',
    ],
    ['Log', `entry ${seal.logIndex}, proven in the tree of ${treeSize} entries`],
  ];
  return `<section aria-labelledby="record">
<h2 id="record">Record <span class="label">the operator’s statement</span></h2>
<p>The operator of this site states this. Check your copy above to verify that the statement is signed and logged.</p>
${notice ? aiNoticeHtml(notice, statement) : ''}${definitionList(rows)}
</section>`;
}

/** Notice as text, and as schema.org metadata for programs. */
function aiNoticeHtml(notice: string, { predicate }: SealStatement): string {
  const source =
    predicate.digitalSourceType ?? 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  return `<p class="notice" itemscope itemtype="https://schema.org/CreativeWork"><span aria-hidden="true">✦ </span>${escapeHtml(notice)}<meta itemprop="digitalSourceType" content="${escapeHtml(source)}"></p>\n`;
}

function statusLine(seal: Seal, changes: readonly SealStatusChange[]): string {
  const words: Record<SealStatus, string> = {
    [SealStatus.SEALED]: 'in force: neither revoked nor superseded',
    [SealStatus.PENDING_TIMESTAMP]: 'in force; its time stamp is pending',
    [SealStatus.SUPERSEDED]: '<strong>superseded</strong>: replaced by a newer seal',
    [SealStatus.REVOKED]: '<strong>revoked</strong>',
  };
  const history = changes.map(({ status, changedAt, reason, supersededBy, changedBy }) => {
    const replacement = supersededBy ? `; replaced by <code>${shownText(supersededBy)}</code>` : '';
    const time = escapeHtml(readableInstant(changedAt.toISOString()));
    const author = escapeHtml(authorWords(changedBy)) || ' by an unrecorded person';
    return `<br>${status === 'REVOKED' ? 'Revoked' : 'Superseded'}${author} on ${time}${replacement}: ${shownText(reason)}`;
  });
  return words[seal.status as SealStatus] + history.join('');
}

function byHandSection({ subject: [{ digest }], predicate }: SealStatement, instructionsUrl: string): string {
  const command = predicate.private
    ? `{ echo 'the salt' | base64 -d; cat your-file; } | sha256sum\n# must print ${digest.sha256}`
    : `echo '${digest.sha256}  your-file' | sha256sum -c -`;
  return `<section aria-labelledby="by-hand">
<h2 id="by-hand">Check by hand</h2>
<p>Hash your copy on your own machine:</p>
<pre>${escapeHtml(command)}</pre>
<p>Use the file. A text copied from a screen rarely has the same bytes, because line ends and accents can be encoded in
several ways.</p>
<p><a href="${escapeHtml(instructionsUrl)}">${FILE_NAMES.instructions}</a> has the openssl commands to check who signed this
digest and where it is in the log.</p>
</section>`;
}

function downloadSection({ seal, bundle, trust, verifier, publicUrl }: SealPageOptions): string {
  const hasStamp = bundle.timeStamps.length > 0;
  const ofStamp: string[] = [FILE_NAMES.timeStamp, FILE_NAMES.timeStampAuthorities];
  const files = [...SEAL_FILES].filter(([name]) => hasStamp || !ofStamp.includes(name));
  const wellKnown = `${publicUrl}/.well-known/imprimatur`;
  const items = [
    ...files.map(([name, { about }]) => {
      const saved = savedName(seal.id, name);
      return downloadItem(sealFileUrl(publicUrl, seal.id, saved), saved, about);
    }),
    downloadItem(
      sealFileUrl(publicUrl, seal.id, FILE_NAMES.statuses),
      savedName(seal.id, FILE_NAMES.statuses),
      'later status changes, as signed statements',
    ),
    ...(verifier
      ? [
          downloadItem(
            `${publicUrl}/verifier.html?download`,
            'verifier.html',
            'verifier as one file that works offline',
          ),
          downloadItem(
            `${wellKnown}/verifier.sha256`,
            'verifier.sha256',
            `digest of the verifier, for <code>sha256sum -c</code>${sealOfVerifier(verifier, trust, publicUrl)}`,
          ),
        ]
      : []),
    downloadItem(
      `${wellKnown}/trusted_root.json`,
      'trusted_root.json',
      'log and time-stamp authorities, in the format of Sigstore’s tools',
    ),
    downloadItem(`${wellKnown}/log.vkey`, 'log.vkey', 'key of the log, in the format of C2SP’s tools'),
    downloadItem(
      `${wellKnown}/tlog-policy`,
      'tlog-policy',
      'logs, and witnesses whose cosignatures to require, in the format of C2SP’s tools',
    ),
  ];
  return `<section aria-labelledby="files">
<h2 id="files">Files</h2>
<p>Save these files to check the seal at any time, even if this site no longer exists.</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

/** The verifier itself is sealed and logged, so that a manipulated verifier for single users would be noticed. */
function sealOfVerifier({ sha256 }: Pick<Verifier, 'sha256'>, { verifiers }: Trust, publicUrl: string): string {
  const published = verifiers.find((one) => one.sha256 === sha256);
  return published ? `; <a href="${escapeHtml(sealUrl(publicUrl, published.sealId))}">its own seal</a>` : '';
}

function downloadItem(url: string, name: string, aboutHtml: string): string {
  return `<li><a href="${escapeHtml(url)}" download>${escapeHtml(name)}</a>: ${aboutHtml}</li>`;
}

async function fingerprintSection({ bundle, trust }: SealPageOptions, statement: SealStatement, link: string) {
  const { logId } = bundle.logEntry;
  const log = trust.logs.find((candidate) => equalBytes(logIdOf(candidate), logId));
  const { sha256 } = statement.subject[0].digest;
  const code = await QRCode.toString(link, { type: 'svg', margin: 2, errorCorrectionLevel: 'M', width: 148 });
  const svg = code.replace('<svg ', '<svg role="img" aria-label="QR code of the link to this page" ');
  return `<section aria-labelledby="fingerprints">
<h2 id="fingerprints">Fingerprints</h2>
<p>A site that forges a seal also forges its keys. Compare these with your contract, or with a copy that you saved.</p>
${definitionList([
  ['Log', log ? shownText(log.origin) : 'not in the trust file'],
  ['Log fingerprint', `<code>${bytesToHex(logId)}</code>`],
  ...(log ? [['Log key', `<code>${escapeHtml(formatVerifierKey(logKeyOf(log)))}</code>`] as const] : []),
  ['Seal key', `<code>${bytesToHex(bundle.keyId)}</code>`],
])}
<figure class="link">
${svg}
<figcaption><a href="${escapeHtml(link)}">${escapeHtml(link)}</a><br>
SHA-256 begins with <code>${sha256.slice(0, 16)}</code></figcaption>
</figure>
</section>`;
}

function limitSection({ predicate }: SealStatement, { timeStamps }: Bundle): string {
  const limits = [
    ...limitsOf(predicate).map(shownText),
    'Is not a qualified electronic seal.',
    timeStamps.length === 0
      ? 'Does not prove when it was created: it has no time stamp.'
      : 'Does not say whether the time-stamp authority is a qualified one.',
  ];
  return `<section aria-labelledby="limits">
<h2 id="limits">Limits of this seal</h2>
<ul>
${limits.map((limit) => `<li>${limit}</li>`).join('\n')}
</ul>
</section>`;
}
