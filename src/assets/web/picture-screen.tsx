import { useParamsOf } from '../../web/kit/params.ts';
import './bank.css';
import { useEffect } from 'react';
import { PictureDocument } from '../../web/generated/assets/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { STATUS_LABELS } from './asset-labels.ts';
import { BackToList } from './back-to-list.tsx';
import { DetailsForm } from './details-form.tsx';
import { LargePicture } from './large-picture.tsx';
import { Neighbours } from './neighbour-links.tsx';
import { rememberOpened } from './neighbours.ts';
import { FileFacts, Links, Provenance, ReadOnlyDetails, VisibilityFacts } from './picture-facts.tsx';
import { PictureMoves } from './picture-moves.tsx';
import type { PictureDetails } from './picture-types.ts';
import { texts } from './texts.ts';

/** Screen `/admin/bank/ast_…`: one picture with its details. */
export function Screen() {
  const { assetId } = useParamsOf('/admin/bank/$assetId');
  const query = useQueryOf(PictureDocument, { id: assetId });
  useEffect(() => rememberOpened(assetId), [assetId]);
  return (
    <>
      <nav className="bank-picture-nav" aria-label={texts.bank.title}>
        <BackToList />
        <Neighbours id={assetId} />
      </nav>
      <QueryView query={query} rows={10}>
        {({ asset }) =>
          asset?.id === assetId ? (
            <PicturePage key={asset.id} picture={asset} />
          ) : asset ? null : (
            <Page title={texts.picture.notFound}>
              <Empty action={<PageLink to="/admin/bank">{texts.bank.show}</PageLink>}>
                {texts.picture.notFoundText}
              </Empty>
            </Page>
          )
        }
      </QueryView>
    </>
  );
}

function PicturePage({ picture }: { picture: PictureDetails }) {
  const may = useMay();
  const { word, tone } = STATUS_LABELS[picture.status];
  return (
    <Page title={picture.title} actions={<PictureMoves picture={picture} />}>
      <div className="bank-picture-page">
        <div>
          <LargePicture picture={picture} />
        </div>
        <div className="picture-said">
          <p className="bank-picture-status">
            <StatusBadge tone={tone}>{word}</StatusBadge>
          </p>
          {may('assets:write') ? <DetailsForm picture={picture} /> : <ReadOnlyDetails picture={picture} />}
        </div>
        <div className="bank-picture-facts">
          <Section title={texts.picture.visibility}>
            <VisibilityFacts picture={picture} />
          </Section>
          <Section title={texts.picture.provenance}>
            <Provenance picture={picture} />
          </Section>
          <Section title={texts.picture.file}>
            <FileFacts picture={picture} />
          </Section>
          <Section title={texts.picture.links}>
            <Links picture={picture} />
          </Section>
        </div>
      </div>
    </Page>
  );
}
