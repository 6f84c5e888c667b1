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
  /** The one that has taken its place; null when there is none any more. */
  successor: Seal | null;
  bundle: Bundle;
  /** What became of the seal, oldest first. */
  changes: readonly SealStatusChange[];
  /** What was sealed, where it is a picture. */
  picture: SealedPicture | null;
  trust: Trust;
  /** The one that the page holds. */
  verifier: Pick<Verifier, 'sha256'> | null;
  publicUrl: string;
}

/**
 * The body of a seal's page. It is whole without scripts: what the operator states, and how a stranger checks it. That a
 * copy is the sealed one it never says; only the verifier within it does, after it has seen the copy.
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

/** What stands in the browser's tab and in a list of bookmarks. */
export function sealPageTitle({ id, status }: Seal): string {
  if (status === SealStatus.REVOKED) return `Revoked: seal ${id}`;
  return status === SealStatus.SUPERSEDED ? `Superseded: seal ${id}` : `Seal ${id}`;
}

/** Before anything else, so that nobody reads on who has only come to see a seal. Empty for one that is in force. */
function statusNotice({ seal, successor, changes, publicUrl }: SealPageOptions): string {
  const { status, supersededBy } = seal;
  if (status !== SealStatus.REVOKED && status !== SealStatus.SUPERSEDED) return '';
  const change = changes.findLast((one) => one.status === status);
  const when = change ? ` on ${escapeHtml(readableInstant(change.changedAt.toISOString()))}` : '';
  const why = change ? ` ${shownText(change.reason)}` : ' The log has not published that yet.';
  const by = change ? escapeHtml(authorWords(change.changedBy)) : '';
  const isRevoked = status === SealStatus.REVOKED;
  const next = !supersededBy
    ? ''
    : `<p>In its place: ${
        successor
          ? `<a href="${escapeHtml(sealUrl(publicUrl, successor.id))}">${escapeHtml(successor.id)}</a>`
          : `<code>${shownText(supersededBy)}</code>, which is not here any more`
      }</p>\n`;
  return `<div class="end" data-end="${status.toLowerCase()}">
<p><strong>This seal was ${isRevoked ? 'revoked' : 'superseded'}${by}${when}.</strong>${why}</p>
${next}<p>${
    isRevoked
      ? 'Do not rely on it. That these bytes were sealed at the time can still be shown below.'
      : 'It is not the newest version. That these bytes were sealed at the time can still be shown below.'
  }</p>
</div>
`;
}

/** A smaller copy, which is not what was sealed, and says so. */
function pictureFigure({ picture, seal }: SealPageOptions): string {
  if (!picture) return purgedNotice(seal);
  const { dataUrl, alt, width, height, originalUrl } = picture;
  return `<figure class="picture">
<img src="${dataUrl}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">
<figcaption>A smaller copy, to look at. Sealed are the bytes of <a href="${escapeHtml(originalUrl)}">the original</a>:
${width} × ${height} pixels, ${seal.byteLength.toLocaleString('en')} bytes, ${escapeHtml(seal.mediaType)}.</figcaption>
</figure>
`;
}

/** Empty for a seal whose bytes were not erased here. */
function purgedNotice({ bytesPurgedAt }: Seal): string {
  if (!bytesPurgedAt) return '';
  const when = escapeHtml(readableInstant(bytesPurgedAt.toISOString()));
  return `<p class="gone" data-bytes="purged">The sealed picture was erased from this service on ${when}. Its digest stays: whoever
has a copy can still check it below.</p>
`;
}

function checkSection(hasVerifier: boolean): string {
  const byHand = 'This page shows what was recorded. Whether <em>your</em> copy is the one that was sealed';
  const own = `${byHand} only your own machine can tell: <a href="#by-hand">how to check by hand</a>.`;
  return `<section aria-labelledby="check">
<h2 id="check">Is your copy the sealed one?</h2>
${hasVerifier ? `<div id="verifier"></div>\n<noscript><p>${own} With scripts on, this page does it for you, in your browser.</p></noscript>` : `<p>${own}</p>`}
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
    ['Time stamp', seal.timeStamp ? 'by an authority; the check tells which and when' : 'none: the time is not proven'],
    ['Log', `entry ${seal.logIndex}, proven in the tree of ${treeSize} entries`],
  ];
  return `<section aria-labelledby="record">
<h2 id="record">The record <span class="label">the operator’s statement</span></h2>
<p>This is what the operator of this site states. That it is signed and logged, your own check shows.</p>
${notice ? aiNoticeHtml(notice, statement) : ''}${definitionList(rows)}
</section>`;
}

/** The notice in words, and for machines as schema.org has it. */
function aiNoticeHtml(notice: string, { predicate }: SealStatement): string {
  const source =
    predicate.digitalSourceType ?? 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  return `<p class="notice" itemscope itemtype="https://schema.org/CreativeWork"><span aria-hidden="true">✦ </span>${escapeHtml(notice)}<meta itemprop="digitalSourceType" content="${escapeHtml(source)}"></p>\n`;
}

function statusLine(seal: Seal, changes: readonly SealStatusChange[]): string {
  const words: Record<SealStatus, string> = {
    [SealStatus.SEALED]: 'in force: neither revoked nor superseded',
    [SealStatus.PENDING_TIMESTAMP]: 'in force; its time stamp is still to come',
    [SealStatus.SUPERSEDED]: '<strong>superseded</strong>: another seal has taken its place',
    [SealStatus.REVOKED]: '<strong>revoked</strong>',
  };
  const history = changes.map(({ status, changedAt, reason, supersededBy, changedBy }) => {
    const inItsPlace = supersededBy ? `; <code>${shownText(supersededBy)}</code> stands in its place` : '';
    const time = escapeHtml(readableInstant(changedAt.toISOString()));
    const author = escapeHtml(authorWords(changedBy)) || ', by whom is not recorded,';
    return `<br>${status === 'REVOKED' ? 'Revoked' : 'Superseded'}${author} on ${time}${inItsPlace}: ${shownText(reason)}`;
  });
  return words[seal.status as SealStatus] + history.join('');
}

function byHandSection({ subject: [{ digest }], predicate }: SealStatement, instructionsUrl: string): string {
  const command = predicate.private
    ? `{ echo 'the salt' | base64 -d; cat your-file; } | sha256sum\n# has to print ${digest.sha256}`
    : `echo '${digest.sha256}  your-file' | sha256sum -c -`;
  return `<section aria-labelledby="by-hand">
<h2 id="by-hand">How to check by hand</h2>
<p>Hash your own copy. Nothing of it has to leave your machine:</p>
<pre>${escapeHtml(command)}</pre>
<p>A text that was copied from a screen seldom has the same bytes: line ends, the last line end and accents are written in
several ways. Use the file.</p>
<p>Who signed that digest and where it stands in the log, <a href="${escapeHtml(instructionsUrl)}">${FILE_NAMES.instructions}</a>
shows with openssl, command by command.</p>
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
      'what became of the seal later, as signed statements',
    ),
    ...(verifier
      ? [
          downloadItem(
            `${publicUrl}/verifier.html?download`,
            'verifier.html',
            'the verifier as one file, for a machine without network',
          ),
          downloadItem(
            `${wellKnown}/verifier.sha256`,
            'verifier.sha256',
            `its digest, for <code>sha256sum -c</code>${sealOfVerifier(verifier, trust, publicUrl)}`,
          ),
        ]
      : []),
    downloadItem(
      `${wellKnown}/trusted_root.json`,
      'trusted_root.json',
      'log and time-stamp authorities, as Sigstore’s tools take them',
    ),
    downloadItem(`${wellKnown}/log.vkey`, 'log.vkey', 'the log’s key, as C2SP’s tools take it'),
    downloadItem(`${wellKnown}/tlog-policy`, 'tlog-policy', 'the logs, and whose cosignatures to ask for, likewise'),
  ];
  return `<section aria-labelledby="files">
<h2 id="files">To take away</h2>
<p>With these a seal can be checked for as long as anybody keeps them, whether or not this site is still there.</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

/** It stands in the log like everything else that is sealed here, so nobody can be given one of their own unseen. */
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
<h2 id="fingerprints">To compare with your papers</h2>
<p>A site that forges a seal forges its keys as well. Compare these with what the contract prints, or with what you kept.</p>
${definitionList([
  ['Log', log ? shownText(log.origin) : 'not one that is pinned'],
  ['Its fingerprint', `<code>${bytesToHex(logId)}</code>`],
  ...(log ? [['Its key', `<code>${escapeHtml(formatVerifierKey(logKeyOf(log)))}</code>`] as const] : []),
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
      ? 'Does not prove when it was made: there is no time stamp.'
      : 'Does not say whether the authority that stamped it is a qualified one.',
  ];
  return `<section aria-labelledby="limits">
<h2 id="limits">What this seal does not say</h2>
<ul>
${limits.map((limit) => `<li>${limit}</li>`).join('\n')}
</ul>
</section>`;
}
