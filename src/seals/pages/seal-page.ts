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
import { unknownMembersSentence } from '../../proof/unknown-members.ts';
import { definitionList, escapeHtml } from '../../site/index.ts';
import type { Verifier } from '../built-verifier.ts';
import { type Seal, SealStatus } from '../seal.entity.ts';
import { sealFileUrl, sealUrl } from '../seal.links.ts';
import type { SealStatusChange } from '../seal-status.entity.ts';
import { citationSection, type SealedCitations } from './citation-section.ts';
import { SEAL_FILES } from './seal-files.ts';
import type { SealedPicture } from './seal-picture.ts';
import { texts } from './texts.ts';
import { visibleHtml } from './visible-html.ts';

export interface SealPageOptions {
  seal: Seal;
  /** Newer seal that supersedes this one. Null if it doesn't exist or was erased. */
  successor: Seal | null;
  bundle: Bundle;
  /** Status changes of the seal, oldest first. */
  changes: readonly SealStatusChange[];
  /** Preview of a sealed picture. Null for other content, and for a picture that can't be shown. */
  picture: SealedPicture | null;
  /** Content of a seal of citations or of a document version. Null for other seals. */
  citations: SealedCitations | null;
  trust: Trust;
  /** Verifier included in the page. Null if the verifier wasn't built. */
  verifier: Pick<Verifier, 'sha256'> | null;
  publicUrl: string;
}

/**
 * Body of a seal's page: the signed statement and how to check it, complete without scripts.
 * The page never says that a reader's copy has the sealed bytes: only the verifier says so, after it has read the copy.
 */
export async function sealPage(options: SealPageOptions): Promise<string> {
  const { seal, bundle, changes, citations, publicUrl, verifier } = options;
  const statement = parseSealStatement(bundle.envelope.payload);
  const link = sealUrl(publicUrl, seal.id);
  return `${statusNotice(options)}<h1>${texts.heading}</h1>
<p class="id">${escapeHtml(seal.id)}</p>
${pictureFigure(options)}${checkSection(verifier !== null)}
${citations ? citationSection(citations) : ''}${recordSection(seal, statement, bundle, changes)}
${byHandSection(statement, sealFileUrl(publicUrl, seal.id, savedName(seal.id, FILE_NAMES.instructions)))}
${downloadSection(options)}
${await fingerprintSection(options, statement, link)}
${limitSection(statement, bundle)}`;
}

/** Title of a seal's page in browser tabs and bookmarks. */
export function sealPageTitle({ id, status }: Seal): string {
  if (status === SealStatus.REVOKED) return texts.titles.revoked(id);
  return status === SealStatus.SUPERSEDED ? texts.titles.superseded(id) : texts.titles.inForce(id);
}

/** Notice at the top of the page that the seal was revoked or superseded. Empty for other seals. */
function statusNotice({ seal, successor, changes, publicUrl }: SealPageOptions): string {
  const { status, supersededBy } = seal;
  if (status !== SealStatus.REVOKED && status !== SealStatus.SUPERSEDED) return '';
  const change = changes.findLast((one) => one.status === status);
  const when = change ? texts.notice.at(escapeHtml(readableInstant(change.changedAt.toISOString()))) : '';
  const why = change ? visibleHtml(change.reason) : texts.notice.notPublished;
  const by = change ? escapeHtml(authorWords(change.changedBy)) : '';
  const isRevoked = status === SealStatus.REVOKED;
  const replacement = successor
    ? texts.notice.replacedBy(linkTo(sealUrl(publicUrl, successor.id))(successor.id))
    : supersededBy && texts.notice.replacedByErased(code(visibleHtml(supersededBy)));
  return `<div class="end" data-end="${status.toLowerCase()}">
<p><strong>${isRevoked ? texts.notice.revoked(by, when) : texts.notice.superseded(by, when)}</strong> ${why}</p>
${supersededBy ? `<p>${replacement}</p>\n` : ''}<p>${isRevoked ? texts.notice.revokedAdvice : texts.notice.supersededAdvice}</p>
</div>
`;
}

/**
 * Smaller version of the sealed picture, if there is a preview, and a sentence that links to the original. Without a picture, the
 * notice that it was purged, if it was.
 */
function pictureFigure({ picture, seal }: SealPageOptions): string {
  if (!picture) return purgedNotice(seal);
  const { dataUrl, alt, width, height, originalUrl } = picture;
  const covered = texts.picture.covered(
    linkTo(originalUrl),
    width,
    height,
    seal.byteLength,
    escapeHtml(seal.mediaType),
  );
  if (dataUrl === null) return `<p>${covered}</p>\n`;
  return `<figure class="picture">
<img src="${dataUrl}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">
<figcaption>${texts.picture.preview} ${covered}</figcaption>
</figure>
`;
}

function code(html: string): string {
  return `<code>${html}</code>`;
}

/** Returns a function that wraps a plain text in a link to the URL. */
function linkTo(url: string): (text: string) => string {
  return (text) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

/** Notice that the sealed picture was purged. Empty if it wasn't. */
function purgedNotice({ bytesPurgedAt }: Seal): string {
  if (!bytesPurgedAt) return '';
  const when = escapeHtml(readableInstant(bytesPurgedAt.toISOString()));
  return `<p class="gone" data-bytes="purged">${texts.picture.purged(when)}</p>
`;
}

function checkSection(hasVerifier: boolean): string {
  const own = texts.check.onlyYours((text) => `<em>${text}</em>`, linkTo('#by-hand'));
  return `<section aria-labelledby="check">
<h2 id="check">${texts.check.title}</h2>
${hasVerifier ? `<div id="verifier"></div>\n<noscript><p>${own} ${texts.check.withScripts}</p></noscript>` : `<p>${own}</p>`}
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
  const { unknownMembers } = statement;
  const rows: [term: string, html: string][] = [
    [texts.record.status, statusLine(seal, changes)],
    ...statementFacts(statement).map(({ term, value, isCode }: StatementFact): [string, string] => [
      term,
      isCode ? code(visibleHtml(value)) : visibleHtml(value),
    ]),
    [texts.record.timeStamp, seal.timeStamp ? texts.record.hasTimeStamp : texts.record.noTimeStamp],
    [texts.record.log, texts.record.logEntry(seal.logIndex, treeSize)],
  ];
  return `<section aria-labelledby="record">
<h2 id="record">${texts.record.title} <span class="label">${texts.record.source}</span></h2>
<p>${texts.record.lead}</p>
${notice ? aiNoticeHtml(notice, statement) : ''}${definitionList(rows)}${
  unknownMembers ? `\n<p>${visibleHtml(unknownMembersSentence(unknownMembers, texts.record.statement))}</p>` : ''
}
</section>`;
}

/** Notice that the content was generated by AI, as text and as schema.org metadata for programs. */
function aiNoticeHtml(notice: string, { predicate }: SealStatement): string {
  const source =
    predicate.digitalSourceType ?? 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  return `<p class="notice" itemscope itemtype="https://schema.org/CreativeWork"><span aria-hidden="true">✦ </span>${escapeHtml(notice)}<meta itemprop="digitalSourceType" content="${escapeHtml(source)}"></p>\n`;
}

function statusLine(seal: Seal, changes: readonly SealStatusChange[]): string {
  const history = changes.map((change) => `<br>${changeLine(change)}`);
  return texts.record.statuses[seal.status as SealStatus]((text) => `<strong>${text}</strong>`) + history.join('');
}

function changeLine({ status, changedAt, reason, supersededBy, changedBy }: SealStatusChange): string {
  const time = escapeHtml(readableInstant(changedAt.toISOString()));
  const author = escapeHtml(authorWords(changedBy)) || texts.record.byUnknown;
  if (status === SealStatus.REVOKED) return texts.record.revoked(author, time, visibleHtml(reason));
  return supersededBy
    ? texts.record.supersededBy(author, time, code(visibleHtml(supersededBy)), visibleHtml(reason))
    : texts.record.superseded(author, time, visibleHtml(reason));
}

function byHandSection({ subject: [{ digest }], predicate }: SealStatement, instructionsUrl: string): string {
  const { yourFile, salt, mustPrint } = texts.byHand;
  const command = predicate.private
    ? `{ echo '${salt}' | base64 -d; cat ${yourFile}; } | sha256sum\n# ${mustPrint(digest.sha256)}`
    : `echo '${digest.sha256}  ${yourFile}' | sha256sum -c -`;
  return `<section aria-labelledby="by-hand">
<h2 id="by-hand">${texts.byHand.title}</h2>
<p>${texts.byHand.lead}</p>
<pre>${escapeHtml(command)}</pre>
<p>${texts.byHand.useFile}</p>
<p>${texts.byHand.instructions(linkTo(instructionsUrl)(FILE_NAMES.instructions))}</p>
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
      texts.files.statuses,
    ),
    ...(verifier
      ? [
          downloadItem(`${publicUrl}/verifier.html?download`, 'verifier.html', texts.files.verifier),
          downloadItem(
            `${wellKnown}/verifier.sha256`,
            'verifier.sha256',
            verifierDigestText(verifier, trust, publicUrl),
          ),
        ]
      : []),
    downloadItem(`${wellKnown}/trusted_root.json`, 'trusted_root.json', texts.files.trustedRoot),
    downloadItem(`${wellKnown}/log.vkey`, 'log.vkey', texts.files.logKey),
    downloadItem(`${wellKnown}/tlog-policy`, 'tlog-policy', texts.files.tlogPolicy),
  ];
  return `<section aria-labelledby="files">
<h2 id="files">${texts.files.title}</h2>
<p>${texts.files.lead}</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
}

/**
 * Text with the digest of the verifier. Each build of the verifier is sealed and logged, so that a manipulated one served to
 * single users would be noticed.
 */
function verifierDigestText({ sha256 }: Pick<Verifier, 'sha256'>, { verifiers }: Trust, publicUrl: string): string {
  const published = verifiers.find((one) => one.sha256 === sha256);
  const command = code('sha256sum -c');
  return published
    ? texts.files.verifierDigestSealed(command, linkTo(sealUrl(publicUrl, published.sealId)))
    : texts.files.verifierDigest(command);
}

function downloadItem(url: string, name: string, aboutHtml: string): string {
  return `<li><a href="${escapeHtml(url)}" download>${escapeHtml(name)}</a>: ${aboutHtml}</li>`;
}

async function fingerprintSection({ bundle, trust }: SealPageOptions, statement: SealStatement, link: string) {
  const { logId } = bundle.logEntry;
  const log = trust.logs.find((candidate) => equalBytes(logIdOf(candidate), logId));
  const { sha256 } = statement.subject[0].digest;
  const qrCode = await QRCode.toString(link, { type: 'svg', margin: 2, errorCorrectionLevel: 'M', width: 148 });
  const svg = qrCode.replace('<svg ', `<svg role="img" aria-label="${texts.fingerprints.qrCode}" `);
  return `<section aria-labelledby="fingerprints">
<h2 id="fingerprints">${texts.fingerprints.title}</h2>
<p>${texts.fingerprints.lead}</p>
${definitionList([
  [texts.fingerprints.log, log ? visibleHtml(log.origin) : texts.fingerprints.unknownLog],
  [texts.fingerprints.logFingerprint, code(bytesToHex(logId))],
  ...(log ? [[texts.fingerprints.logKey, code(escapeHtml(formatVerifierKey(logKeyOf(log))))] as const] : []),
  [texts.fingerprints.sealKey, code(bytesToHex(bundle.keyId))],
])}
<figure class="link">
${svg}
<figcaption>${linkTo(link)(link)}<br>
${texts.fingerprints.digestBegins(code(sha256.slice(0, 16)))}</figcaption>
</figure>
</section>`;
}

function limitSection({ predicate }: SealStatement, { timeStamps }: Bundle): string {
  const limits = [
    ...limitsOf(predicate).map(visibleHtml),
    texts.limits.notQualified,
    timeStamps.length === 0 ? texts.limits.noTimeStamp : texts.limits.stampNotQualified,
  ];
  return `<section aria-labelledby="limits">
<h2 id="limits">${texts.limits.title}</h2>
<ul>
${limits.map((limit) => `<li>${limit}</li>`).join('\n')}
</ul>
</section>`;
}
