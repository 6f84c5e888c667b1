import { PageLink } from '../../web/kit/link.tsx';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { ownPath } from './own-path.ts';
import type { WholeSeal } from './seal.ts';
import { bytesInWords, SUBJECT_WORDS, SUBMITTER_WORDS } from './words.ts';

interface Of {
  seal: WholeSeal;
}

export function WhatIsSealed({ seal }: Of) {
  const { subject, asset, run, sha256, byteLength, mediaType, isPrivate, bytesPurgedAt } = seal;
  const may = useMay();
  return (
    <>
      {asset && (
        <PageLink to={`/admin/bank/${asset.id}`} className="seals-picture">
          <img
            src={ownPath(asset.file.screen)}
            alt={asset.alt || asset.title}
            width={asset.file.width}
            height={asset.file.height}
            style={{ backgroundColor: asset.dominantColor }}
          />
        </PageLink>
      )}
      <Facts
        items={[
          ['Kind', SUBJECT_WORDS[subject]],
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
          ['Bytes', `${bytesInWords(byteLength)}, ${mediaType}`],
          [
            'Private',
            isPrivate
              ? 'Yes: a salt stands in front of the text, which only its owner has'
              : 'No: anybody who has the bytes can check them',
          ],
          [
            'Seals of these bytes',
            <PageLink key="others" to="/admin/seals" search={{ sha256 }}>
              All of them
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
      The picture was erased from this service <When at={at} />. Whoever has a copy can still check it.
    </>
  );
}

export function InTheLog({ seal: { logIndex, evidence, status } }: Of) {
  return (
    <Facts
      items={[
        [
          'Place',
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
            'None covers it: it is not proven'
          ),
        ],
        ['Root of that tree', evidence && <Id value={evidence.root} copies />],
        [
          'Cosigned by',
          evidence &&
            (evidence.witnesses.length > 0 ? evidence.witnesses.join(', ') : <span className="unknown">nobody</span>),
        ],
        [
          'Time stamp',
          evidence &&
            (evidence.stampedAt ? (
              <When at={evidence.stampedAt} />
            ) : evidence.hasTimeStamp ? (
              'There is one, which the certificates that are set do not prove'
            ) : status === 'PENDING_TIMESTAMP' ? (
              'Still to come'
            ) : (
              'None: the time is this service’s word'
            )),
        ],
      ]}
    />
  );
}

export function WhoSealedIt({ seal: { submitter, sealedAt, keyId, disclaimer } }: Of) {
  return (
    <Facts
      items={[
        ['Sealed', <When key="sealed" at={sealedAt} />],
        [
          'Handed in by',
          submitter ? (
            SUBMITTER_WORDS[submitter]
          ) : (
            <span key="unknown" className="unknown">
              not recorded
            </span>
          ),
        ],
        [
          'Signed with the key',
          <span key="key">
            <Id value={keyId} copies />{' '}
            <PageLink to="/admin/seals" search={{ key: keyId }}>
              all with this key
            </PageLink>
          </span>,
        ],
        [
          'Disclaimer accepted',
          disclaimer ? `Version ${disclaimer.version}, ${languageOf(disclaimer.language)}` : 'None was asked for',
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
