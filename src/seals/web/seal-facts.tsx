import { PageLink } from '../../web/kit/link.tsx';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { sameOriginPath } from './same-origin-path.ts';
import type { FullSeal } from './seal.ts';
import { byteCount, SUBJECT_LABELS, SUBMITTER_LABELS } from './seal-labels.ts';

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
          ['Kind', SUBJECT_LABELS[subject]],
          [
            'Picture',
            asset && (
              <PageLink to={`/admin/bank/${asset.id}`}>
                <Visible text={asset.title} />
              </PageLink>
            ),
          ],
          ['Erased', bytesPurgedAt && <Purged at={bytesPurgedAt} />],
          [
            'Run',
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
          ['SHA-256', <Id key="sha256" value={sha256} copies />],
          ['Bytes', `${byteCount(byteLength)}, ${mediaType}`],
          [
            'Private',
            isPrivate
              ? 'Yes: hashed with a salt that only the owner has'
              : 'No: anyone who has the bytes can check them',
          ],
          [
            'Seals of these bytes',
            <PageLink key="others" to="/admin/seals" search={{ sha256 }}>
              Show all
            </PageLink>,
          ],
        ]}
      />
    </>
  );
}

function Purged({ at }: { at: string }) {
  return (
    <>
      The picture was erased from this service <When at={at} />. Existing copies can still be checked.
    </>
  );
}

export function LogFacts({ seal: { logIndex, evidence, status } }: SealProps) {
  return (
    <Facts
      items={[
        [
          'Entry',
          <span key="place" className="number">
            {logIndex.toLocaleString('en')}
          </span>,
        ],
        [
          'Log',
          evidence && (
            <PageLink to="/admin/seals/log">
              <code>{evidence.logOrigin}</code>
            </PageLink>
          ),
        ],
        [
          'Checkpoint',
          evidence ? (
            <>
              of <span className="number">{evidence.treeSize.toLocaleString('en')}</span> entries
              {evidence.publishedAt && (
                <>
                  , <When at={evidence.publishedAt} />
                </>
              )}
            </>
          ) : (
            'None covers the entry: not proven yet'
          ),
        ],
        ['Root hash', evidence && <Id value={evidence.root} copies />],
        [
          'Cosigned by',
          evidence &&
            (evidence.witnesses.length > 0 ? (
              evidence.witnesses.join(', ')
            ) : (
              <span className="unknown">no witness</span>
            )),
        ],
        [
          'Time stamp',
          evidence &&
            (evidence.stampedAt ? (
              <When at={evidence.stampedAt} />
            ) : evidence.hasTimeStamp ? (
              'Present, but not proven by the configured certificates'
            ) : status === 'PENDING_TIMESTAMP' ? (
              'Pending'
            ) : (
              'None: only this service states the time'
            )),
        ],
      ]}
    />
  );
}

export function SealOrigin({ seal: { submitter, sealedAt, keyId, disclaimer } }: SealProps) {
  return (
    <Facts
      items={[
        ['Sealed', <When key="sealed" at={sealedAt} />],
        [
          'Submitted by',
          submitter ? (
            SUBMITTER_LABELS[submitter]
          ) : (
            <span key="unknown" className="unknown">
              not recorded
            </span>
          ),
        ],
        [
          'Signing key',
          <span key="key">
            <Id value={keyId} copies />{' '}
            <PageLink to="/admin/seals" search={{ key: keyId }}>
              all seals with this key
            </PageLink>
          </span>,
        ],
        [
          'Disclaimer accepted',
          disclaimer ? `Version ${disclaimer.version}, ${languageOf(disclaimer.language)}` : 'Not required',
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
