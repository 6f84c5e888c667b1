import { CatalogueVersionListDocument } from '../../web/generated/models/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { VersionList } from '../../web/kit/versions.tsx';

/** All versions of the catalogue, newest first. */
export function VersionsPart() {
  const query = useQueryOf(CatalogueVersionListDocument, usePage());
  return (
    <VersionList
      query={query}
      rows={8}
      connectionOf={(data) => data.catalogueVersions}
      caption="Versions of the catalogue"
      path="/admin/gateway/models/versions"
    />
  );
}
