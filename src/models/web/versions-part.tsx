import { CatalogueVersionListDocument } from '../../web/generated/models/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { VersionList } from '../../web/kit/versions.tsx';

/** All versions of the catalogue, newest first. */
export function VersionsPart() {
  const asked = useQueryOf(CatalogueVersionListDocument, usePage());
  return (
    <Shown asked={asked} rows={8}>
      {({ catalogueVersions }) => (
        <VersionList
          versions={catalogueVersions}
          caption="Versions of the catalogue"
          path="/admin/gateway/models/versions"
        />
      )}
    </Shown>
  );
}
