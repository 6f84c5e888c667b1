import {
  CatalogueVersionByNumberDocument,
  RestoreCatalogueVersionDocument,
} from '../../web/generated/models/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { RestoreVersion, useVersionNumber, VersionFacts } from '../../web/kit/versions.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

/** `/admin/gateway/models/versions/3`: one version of the catalogue. */
export function Screen() {
  const { typed, number } = useVersionNumber('/admin/gateway/models/versions');
  const may = useMay();
  const query = useQueryOf(CatalogueVersionByNumberDocument, { number });
  return (
    <Detail title={texts.catalogue.versionTitle(typed)} back="/admin/gateway/models">
      <QueryView query={query} rows={8}>
        {({ catalogueVersion: version, catalogueVersions }) =>
          version ? (
            <VersionFacts version={version}>
              {may('models:publish') && catalogueVersions.nodes[0]?.number !== version.number && (
                <RestoreVersion
                  version={version.number}
                  document={RestoreCatalogueVersionDocument}
                  numberOf={(payload) => payload.catalogueVersion?.number}
                />
              )}
            </VersionFacts>
          ) : (
            <Empty>{texts.catalogue.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}
