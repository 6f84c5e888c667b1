import { CatalogueVersionByNumberDocument } from '../../web/generated/models/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { Detail } from '../../web/kit/detail.tsx';
import { DocumentChanges } from '../../web/kit/document-changes.tsx';
import { Section } from '../../web/kit/page.tsx';
import { useParamsOf } from '../../web/kit/params.ts';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { Facts, Id, When } from '../../web/kit/values.tsx';

/** `/admin/gateway/models/versions/3`: a version of the catalogue, and what is other in it than in the one before. */
export function Screen() {
  const { number } = useParamsOf('/admin/gateway/models/versions/$number');
  // An address that was typed may name anything; there is no version 0.
  const asked = useQueryOf(CatalogueVersionByNumberDocument, { number: /^\d{1,9}$/.test(number) ? Number(number) : 0 });
  return (
    <Detail title={`Catalogue, version ${number}`} back="/admin/gateway/models">
      <Shown asked={asked} rows={8}>
        {({ catalogueVersion }) =>
          catalogueVersion ? (
            <>
              <Facts
                items={[
                  ['Published', <When key="when" at={catalogueVersion.publishedAt} />],
                  ['By', <ActorName key="who" actor={catalogueVersion.publishedBy} copies />],
                  ['Why', catalogueVersion.reason],
                  ['As it was in', catalogueVersion.restoredFrom != null && `Version ${catalogueVersion.restoredFrom}`],
                  ['SHA-256', <Id key="sha256" value={catalogueVersion.sha256} copies />],
                ].map(([term, value]) => [term as string, value || null])}
              />
              <Section title="Other than in the version before">
                <DocumentChanges value={catalogueVersion.changes} />
              </Section>
            </>
          ) : (
            <Empty>There is no such version.</Empty>
          )
        }
      </Shown>
    </Detail>
  );
}
