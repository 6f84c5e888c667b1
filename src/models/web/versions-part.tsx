import { CatalogueVersionListDocument } from '../../web/generated/models/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { VersionList } from '../../web/kit/versions.tsx';
import { texts } from './texts.ts';

/** Versions of the catalogue, newest first. */
export function VersionsPart() {
  const query = useQueryOf(CatalogueVersionListDocument, usePage());
  return (
    <VersionList
      query={query}
      rows={8}
      connectionOf={(data) => data.catalogueVersions}
      caption={texts.catalogue.versions}
      path="/admin/gateway/models/versions"
    />
  );
}
