import './renders.css';
import { BriefOfRenderDocument } from '../../web/generated/renders/graphql.ts';
import { field, filtersOf, useFilters } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { NewRender } from './new-render.tsx';

const FILTERS = filtersOf({ like: field.text() });

/** `/admin/renders/new`: a brief, and before it is sent, who would draw it and for how much. `?like=rnd_…` begins with that one's. */
export function Screen() {
  const id = useFilters(FILTERS).filters.like ?? '';
  const query = useQueryOf(BriefOfRenderDocument, { id }, { pause: id === '' });
  return (
    <>
      <nav className="renders-back" aria-label="Back">
        <PageLink to="/admin/renders">Renders</PageLink>
      </nav>
      <Page title="New render" lead="Say what the picture shows. Who draws it is for the policy to say.">
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
