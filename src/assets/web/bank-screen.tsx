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
import { pictureCount } from './asset-labels.ts';
import { BankFilterBar } from './bank-filter-bar.tsx';
import { assetFilterOf, assetOrderOf, BANK_FILTERS } from './bank-filters.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { rememberRow } from './neighbours.ts';
import { PictureGrid } from './picture-grid.tsx';
import { PopularTags } from './popular-tags.tsx';
import { UploadsInProgress } from './uploads-in-progress.tsx';
import { useSelection } from './use-selection.ts';

/** Loaded once something is chosen. */
const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })));

/** `/admin/bank`: the pictures, found by what is known of them. */
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

  const upload = may('assets:write') && <PageLinkButton to="/admin/bank/upload">Upload pictures</PageLinkButton>;
  return (
    <Page
      title="Image bank"
      lead={
        total ? `${total.isExact ? '' : 'More than '}${pictureCount(total.count)}${isFiltered ? ' fit' : ''}.` : ' '
      }
      actions={upload}
    >
      <UploadsInProgress />
      <BankFilterBar {...state} />
      <PopularTags value={filters.tags ?? []} onChange={chooseTags} />
      {failure && <FailureNotice failure={failure} onRetry={again} />}
      {isLoading ? (
        <Loading rows={8} what="Loading pictures" />
      ) : nodes.length > 0 ? (
        <PictureGrid pictures={nodes} selection={selection} hasMore={hasMore} onLoadMore={more} onReach={reach} />
      ) : (
        !failure && (
          <Empty
            action={
              isFiltered ? (
                <Button variant="default" onClick={clear}>
                  Show all
                </Button>
              ) : (
                upload
              )
            }
          >
            {isFiltered ? 'No picture fits these filters.' : 'There is no picture in the bank yet.'}
          </Empty>
        )
      )}
      <p className="hint bank-list-end" role="status">
        {isUnderWay && nodes.length > 0 ? 'Loading more' : ''}
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
