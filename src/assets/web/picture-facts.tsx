import { Button } from '@mantine/core';
import { useState } from 'react';
import { SealPictureDocument, type SealPictureMutation } from '../../web/generated/assets/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { formatBytes } from '../../web/kit/format-bytes.ts';
import { PageLink } from '../../web/kit/link.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { CopyButton, enumLabel, Facts, Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { ORIGIN_LABELS } from './asset-labels.ts';
import type { PictureDetails } from './picture-types.ts';
import { ownPath } from './preview.ts';
import { texts } from './texts.ts';
import { visibilityOf } from './visibility.ts';

/** Metadata of a picture, for users who can't change it. */
export function ReadOnlyDetails({ picture }: { picture: PictureDetails }) {
  const { alt, tags, licence, credit, validFrom, validUntil } = picture;
  return (
    <Facts
      items={[
        [texts.common.description, alt],
        [
          texts.common.tags,
          tags.length > 0 ? (
            tags.join(', ')
          ) : (
            <span key="none" className="unknown">
              {texts.common.none}
            </span>
          ),
        ],
        [
          texts.common.licence,
          licence ?? (
            <span key="licence" className="unknown">
              {texts.facts.unknown}
            </span>
          ),
        ],
        [
          texts.common.credit,
          credit ?? (
            <span key="credit" className="unknown">
              {texts.common.none}
            </span>
          ),
        ],
        [texts.common.validFrom, validFrom ? <When key="from" at={validFrom} /> : texts.facts.noStart],
        [texts.common.validUntil, validUntil ? <When key="until" at={validUntil} /> : texts.facts.noEnd],
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
          <strong>{isShown ? texts.facts.yes : texts.facts.no}</strong> {why}
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
        [texts.facts.added, <When key="in" at={createdAt} />],
        [texts.facts.origin, ORIGIN_LABELS[origin]],
        [texts.facts.source, source],
        [texts.facts.brief, render && <q className="bank-prompt">{render.prompt}</q>],
        [
          texts.facts.renderer,
          render && (render.model ? `${render.model} (${render.provider})` : drawnBy(render.provider)),
        ],
        [
          texts.facts.render,
          render && (
            <PageLink to={`/admin/renders/${render.id}`}>
              <Id value={render.id} short />
            </PageLink>
          ),
        ],
        [texts.facts.seal, seal ? <SealFact key="seal" seal={seal} /> : <NoSeal key="seal" assetId={id} />],
        [
          texts.facts.updated,
          version > 1 ? texts.facts.updatedVersion(<When at={updatedAt} />, version) : texts.facts.neverUpdated,
        ],
      ]}
    />
  );
}

const drawnBy = (provider: string) => (provider === 'embedded' ? texts.facts.engine : provider);

function SealFact({ seal }: { seal: NonNullable<PictureDetails['seal']> }) {
  const { id, status, sealedAt, logIndex, verificationUrl } = seal;
  const may = useMay();
  return (
    <>
      {may('seals:list') ? (
        <PageLink to={`/admin/seals/${id}`}>{texts.facts.sealed}</PageLink>
      ) : (
        <a href={ownPath(verificationUrl)}>{texts.facts.sealed}</a>
      )}{' '}
      {texts.facts.sealedAt(<When at={sealedAt} />, logIndex)}
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
    if (outcome.kind === 'DONE') announce(texts.facts.sealDone);
  };
  return (
    <>
      <span className="unknown">{texts.common.none}</span>{' '}
      {may('seals:seal-assets') && (
        <Button size="compact-xs" variant="default" loading={isUnderWay} onClick={() => void seal()}>
          {texts.facts.sealPicture}
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
        [texts.facts.size, texts.facts.pixels(file.width.toLocaleString('en'), file.height.toLocaleString('en'))],
        [texts.facts.format, `${file.mediaType.replace('image/', '').toUpperCase()}, ${formatBytes(file.byteSize)}`],
        [
          texts.common.colour,
          <PageLink key="colour" to="/admin/bank" search={{ color: dominantColor }}>
            <span className="bank-swatch" style={{ backgroundColor: dominantColor }} aria-hidden />{' '}
            {texts.facts.findSimilar(dominantColor)}
          </PageLink>,
        ],
        ['SHA-256', <Id key="sha256" value={file.sha256} copies />],
      ]}
    />
  );
}

/** URLs of a picture, for use in other applications. */
export function Links({ picture }: { picture: PictureDetails }) {
  const { id, title, alt, file } = picture;
  const whole: readonly (readonly [string, string])[] = [
    [texts.facts.original, file.url],
    [texts.facts.screenWidth, file.screen],
    [texts.facts.thumbnailWidth, file.thumbnail],
  ];
  const tag = `<img src="${file.screen}" alt="${escaped(alt || title)}" width="${file.width}" height="${file.height}">`;
  return (
    <Facts
      items={[
        [texts.facts.id, <Id key="id" value={id} copies />],
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
        [texts.facts.html, <CopyButton key="tag" text={tag} what="html" label={texts.facts.copyHtml} />],
      ]}
    />
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
