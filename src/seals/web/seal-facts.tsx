import { PageLink } from '../../web/kit/link.tsx';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { sameOriginPath } from './same-origin-path.ts';
import type { FullSeal } from './seal.ts';
import { texts } from './texts.ts';

interface SealProps {
  seal: FullSeal;
}

export function SealedContent({ seal }: SealProps) {
  const { subject, asset, run, sha256, byteLength, mediaType, isPrivate, bytesPurgedAt } = seal;
  const may = useMay();
  return (
    <>
      {asset && (
        <PageLink to={`/admin/bank/${asset.id}`} className="seals-picture">
          <img
            src={sameOriginPath(asset.file.screen)}
            alt={asset.alt || asset.title}
            width={asset.file.width}
            height={asset.file.height}
            style={{ backgroundColor: asset.dominantColor }}
          />
        </PageLink>
      )}
      <Facts
        items={[
          [texts.facts.kind, texts.subjects[subject]],
          [
            texts.facts.picture,
            asset && (
              <PageLink to={`/admin/bank/${asset.id}`}>
                <Visible text={asset.title} />
              </PageLink>
            ),
          ],
          [texts.facts.erased, bytesPurgedAt && texts.facts.erasedAt(<When at={bytesPurgedAt} />)],
          [
            texts.facts.run,
            run &&
              (may('runs:read') ? (
                <>
                  <PageLink to={`/admin/runs/${run.id}`}>
                    <Id value={run.id} short />
                  </PageLink>{' '}
                  <code>{run.task}</code>
                </>
              ) : (
                <Id value={run.id} short />
              )),
          ],
          [texts.facts.hash, <Id key="sha256" value={sha256} copies />],
          [texts.facts.bytes, texts.facts.size(texts.bytes(byteLength), mediaType)],
          [texts.facts.private, isPrivate ? texts.facts.isPrivate : texts.facts.isPublic],
          [
            texts.facts.others,
            <PageLink key="others" to="/admin/seals" search={{ sha256 }}>
              {texts.facts.showAll}
            </PageLink>,
          ],
        ]}
      />
    </>
  );
}

export function LogFacts({ seal: { logIndex, evidence, status } }: SealProps) {
  return (
    <Facts
      items={[
        [
          texts.facts.entry,
          <span key="place" className="number">
            {texts.number(logIndex)}
          </span>,
        ],
        [
          texts.facts.log,
          evidence && (
            <PageLink to="/admin/seals/log">
              <code>{evidence.logOrigin}</code>
            </PageLink>
          ),
        ],
        [
          texts.facts.checkpoint,
          evidence ? <Checkpoint key="checkpoint" evidence={evidence} /> : texts.facts.noCheckpoint,
        ],
        [texts.facts.rootHash, evidence && <Id value={evidence.root} copies />],
        [
          texts.facts.cosignedBy,
          evidence &&
            (evidence.witnesses.length > 0 ? (
              evidence.witnesses.join(', ')
            ) : (
              <span className="unknown">{texts.facts.noWitness}</span>
            )),
        ],
        [
          texts.facts.timeStamp,
          evidence &&
            (evidence.stampedAt ? (
              <When at={evidence.stampedAt} />
            ) : evidence.hasTimeStamp ? (
              texts.facts.stampNotProven
            ) : status === 'PENDING_TIMESTAMP' ? (
              texts.facts.stampPending
            ) : (
              texts.facts.noStamp
            )),
        ],
      ]}
    />
  );
}

function Checkpoint({ evidence: { treeSize, publishedAt } }: { evidence: NonNullable<FullSeal['evidence']> }) {
  return publishedAt
    ? texts.facts.checkpointAt(treeSize, <When at={publishedAt} />)
    : texts.facts.checkpointOf(treeSize);
}

export function SealOrigin({ seal: { submitter, sealedAt, keyId, disclaimer } }: SealProps) {
  return (
    <Facts
      items={[
        [texts.facts.sealed, <When key="sealed" at={sealedAt} />],
        [
          texts.facts.submittedBy,
          submitter ? (
            texts.submitters[submitter]
          ) : (
            <span key="unknown" className="unknown">
              {texts.facts.notRecorded}
            </span>
          ),
        ],
        [
          texts.facts.signingKey,
          <span key="key">
            <Id value={keyId} copies />{' '}
            <PageLink to="/admin/seals" search={{ key: keyId }}>
              {texts.facts.sealsWithKey}
            </PageLink>
          </span>,
        ],
        [
          texts.facts.disclaimer,
          disclaimer
            ? texts.facts.disclaimerVersion(disclaimer.version, languageOf(disclaimer.language))
            : texts.facts.noDisclaimer,
        ],
      ]}
    />
  );
}

function languageOf(tag: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return enumLabel(tag);
  }
}
