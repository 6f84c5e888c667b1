import './renders.css';
import { BriefOfRenderDocument } from '../../web/generated/renders/graphql.ts';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { NewRender } from './new-render.tsx';
import { texts } from './texts.ts';

const FILTERS = filtersOf({ like: field.text() });

/**
 * Screen `/admin/renders/new`: a form to request a render, with a preview of who draws it and the cost. `?like=rnd_…` copies the
 * brief of another render.
 */
export function Screen() {
  const id = useFilters(FILTERS).filters.like ?? '';
  const query = useQueryOf(BriefOfRenderDocument, { id }, { pause: id === '' });
  return (
    <>
      <nav className="renders-back" aria-label={texts.screen.back}>
        <PageLink to="/admin/renders">{texts.list.title}</PageLink>
      </nav>
      <Page title={texts.create.title} lead={texts.create.lead}>
        {id === '' ? (
          <NewRender like={null} />
        ) : (
          <QueryView query={query} rows={6}>
            {({ render }) => <NewRender key={render?.id ?? 'none'} like={render ?? null} />}
          </QueryView>
        )}
      </Page>
    </>
  );
}
