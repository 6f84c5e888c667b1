import './bank.css';
import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { BankDocument, type BankQuery } from '../../web/generated/assets/graphql.ts';
import { useFilters } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { Empty, FailureNotice, Loading } from '../../web/kit/states.tsx';
import { useEndless } from '../../web/kit/use-endless.ts';
import { useMay } from '../../web/kit/viewer.ts';
import { BankFilterBar } from './bank-filter-bar.tsx';
import { assetFilterOf, assetOrderOf, BANK_FILTERS } from './bank-filters.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { rememberRow } from './neighbours.ts';
import { PictureGrid } from './picture-grid.tsx';
import { PopularTags } from './popular-tags.tsx';
import { texts } from './texts.ts';
import { UploadsInProgress } from './uploads-in-progress.tsx';
import { useSelection } from './use-selection.ts';

/** The code of this component is loaded when the first picture is selected. */
const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })));

/** Screen `/admin/bank`: the list of pictures with filters. */
export function Screen() {
  const state = useFilters(BANK_FILTERS);
  const { filters, set, isFiltered, clear } = state;
  const may = useMay();
  const list = useEndless(
    BankDocument,
    { filter: assetFilterOf(filters), orderBy: assetOrderOf(filters) },
    (data: BankQuery) => data.assets,
  );
  const { nodes, total, hasMore, failure, isLoading, isUnderWay, more, again, reach } = list;
  const selection = useSelection(nodes);
  useEffect(() => rememberRow(nodes.map(({ id }) => id)), [nodes]);
  const [wasChosen, setWasChosen] = useState(false);
  if (selection.ids.size > 0 && !wasChosen) setWasChosen(true);
  const chooseTags = useCallback((tags: string[]) => void set({ tags: tags.length > 0 ? tags : null }), [set]);

  const upload = may('assets:write') && <PageLinkButton to="/admin/bank/upload">{texts.upload.title}</PageLinkButton>;
  return (
    <Page
      title={texts.bank.title}
      lead={total ? texts.bank.summary(total.count, total.isExact, isFiltered) : ' '}
      actions={upload}
    >
      <UploadsInProgress />
      <BankFilterBar {...state} />
      <PopularTags value={filters.tags ?? []} onChange={chooseTags} />
      {failure && <FailureNotice failure={failure} onRetry={again} />}
      {isLoading ? (
        <Loading rows={8} what={texts.bank.loading} />
      ) : nodes.length > 0 ? (
        <PictureGrid pictures={nodes} selection={selection} hasMore={hasMore} onLoadMore={more} onReach={reach} />
      ) : (
        !failure && (
          <Empty
            action={
              isFiltered ? (
                <Button variant="default" onClick={clear}>
                  {texts.bank.showAll}
                </Button>
              ) : (
                upload
              )
            }
          >
            {isFiltered ? texts.bank.noMatch : texts.bank.empty}
          </Empty>
        )
      )}
      <p className="hint bank-list-end" role="status">
        {isUnderWay && nodes.length > 0 ? texts.bank.loadingMore : ''}
      </p>
      {wasChosen && (
        <Suspense>
          <BulkBar pictures={nodes} selection={selection} />
        </Suspense>
      )}
      {may('assets:write') && <DropAnywhere />}
    </Page>
  );
}

function PageLinkButton({ to, children }: { to: string; children: string }) {
  return (
    <PageLink to={to} className="button-link">
      {children}
    </PageLink>
  );
}
