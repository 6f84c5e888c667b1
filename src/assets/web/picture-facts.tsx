import { Button } from '@mantine/core';
import { useState } from 'react';
import { SealPictureDocument, type SealPictureMutation } from '../../web/generated/assets/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { CopyButton, enumLabel, Facts, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { ORIGIN_LABELS } from './asset-labels.ts';
import { formatBytes } from './format-bytes.ts';
import type { PictureDetails } from './picture-types.ts';
import { ownPath } from './preview.ts';
import { visibilityOf } from './visibility.ts';

/** What is said of a picture, to whoever may not change it. */
export function ReadOnlyDetails({ picture }: { picture: PictureDetails }) {
  const { alt, tags, licence, credit, validFrom, validUntil } = picture;
  return (
    <Facts
      items={[
        ['Description', alt],
        [
          'Tags',
          tags.length > 0 ? (
            tags.join(', ')
          ) : (
            <span key="none" className="unknown">
              none
            </span>
          ),
        ],
        [
          'Licence',
          licence ?? (
            <span key="licence" className="unknown">
              not known
            </span>
          ),
        ],
        [
          'Credit',
          credit ?? (
            <span key="credit" className="unknown">
              nobody
            </span>
          ),
        ],
        ['Valid from', validFrom ? <When key="from" at={validFrom} /> : 'the beginning'],
        ['Valid until', validUntil ? <When key="until" at={validUntil} /> : 'no end'],
      ]}
    />
  );
}

export function VisibilityFacts({ picture }: { picture: PictureDetails }) {
  return (
    <Facts
      items={visibilityOf(picture, new Date()).map(({ who, isShown, why }) => [
        who,
        <span key={who}>
          <strong>{isShown ? 'Yes.' : 'No.'}</strong> {why}
        </span>,
      ])}
    />
  );
}

export function Provenance({ picture }: { picture: PictureDetails }) {
  const { id, origin, source, createdAt, updatedAt, version, render, seal } = picture;
  return (
    <Facts
      items={[
        ['Came in', <When key="in" at={createdAt} />],
        ['How', ORIGIN_LABELS[origin]],
        ['From', source],
        ['Asked for', render && <q className="bank-prompt">{render.prompt}</q>],
        ['Drawn by', render && (render.model ? `${render.model} (${render.provider})` : drawnBy(render.provider))],
        [
          'Render',
          render && (
            <PageLink to={`/admin/renders/${render.id}`}>
              <Id value={render.id} short />
            </PageLink>
          ),
        ],
        ['Seal', seal ? <SealFact key="seal" seal={seal} /> : <NoSeal key="seal" assetId={id} />],
        [
          'Changed',
          version > 1 ? (
            <>
              <When at={updatedAt} />, version {version}
            </>
          ) : (
            'Never since'
          ),
        ],
      ]}
    />
  );
}

const drawnBy = (provider: string) => (provider === 'embedded' ? 'The engine of this service' : provider);

function SealFact({ seal }: { seal: NonNullable<PictureDetails['seal']> }) {
  const { id, status, sealedAt, logIndex, verificationUrl } = seal;
  const may = useMay();
  return (
    <>
      {may('seals:list') ? (
        <PageLink to={`/admin/seals/${id}`}>Sealed</PageLink>
      ) : (
        <a href={ownPath(verificationUrl)}>Sealed</a>
      )}{' '}
      <When at={sealedAt} />, place {logIndex} in the log
      {status !== 'SEALED' && (
        <>
          {' '}
          <StatusBadge tone="care">{enumLabel(status)}</StatusBadge>
        </>
      )}
    </>
  );
}

function NoSeal({ assetId }: { assetId: string }) {
  const may = useMay();
  const [send, isUnderWay] = useMutationOf(SealPictureDocument);
  const [outcome, setOutcome] = useState<MutationOutcome<SealPictureMutation> | null>(null);
  const seal = async () => {
    const outcome = await send({ input: { assetId } });
    setOutcome(outcome);
    if (outcome.kind === 'DONE') announce('The picture is sealed.');
  };
  return (
    <>
      <span className="unknown">none</span>{' '}
      {may('seals:seal-assets') && (
        <Button size="compact-xs" variant="default" loading={isUnderWay} onClick={() => void seal()}>
          Seal its bytes
        </Button>
      )}
      <OutcomeNotice outcome={outcome} />
    </>
  );
}

export function FileFacts({ picture }: { picture: PictureDetails }) {
  const { file, dominantColor } = picture;
  return (
    <Facts
      items={[
        ['Size', `${file.width.toLocaleString('en')} × ${file.height.toLocaleString('en')} pixels`],
        ['Format', `${file.mediaType.replace('image/', '').toUpperCase()}, ${formatBytes(file.byteSize)}`],
        [
          'Colour',
          <PageLink key="colour" to="/admin/bank" search={{ color: dominantColor }}>
            <span className="bank-swatch" style={{ backgroundColor: dominantColor }} aria-hidden /> {dominantColor},
            find alike
          </PageLink>,
        ],
        ['SHA-256', <Id key="sha256" value={file.sha256} copies />],
      ]}
    />
  );
}

/** Where it can be had from, to be put elsewhere. */
export function Links({ picture }: { picture: PictureDetails }) {
  const { id, title, alt, file } = picture;
  const whole: readonly (readonly [string, string])[] = [
    ['Original', file.url],
    ['Up to 1,280 pixels wide', file.screen],
    ['Up to 320 pixels wide', file.thumbnail],
  ];
  const tag = `<img src="${file.screen}" alt="${escaped(alt || title)}" width="${file.width}" height="${file.height}">`;
  return (
    <Facts
      items={[
        ['Id', <Id key="id" value={id} copies />],
        ...whole.map(
          ([what, url]) =>
            [
              what,
              <span key={what} className="id-with">
                <a href={ownPath(url)} className="id">
                  {url.slice(url.lastIndexOf('/') + 1)}
                </a>
                <CopyButton text={url} what="link" />
              </span>,
            ] as const,
        ),
        ['For a page', <CopyButton key="tag" text={tag} what="html" label="Copy the HTML" />],
      ]}
    />
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
