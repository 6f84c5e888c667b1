import {
  PublishingPolicyVersionDocument,
  RestorePublishingPolicyVersionDocument,
} from '../../web/generated/publishing/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { RestoreVersion, useVersionNumber, VersionDocument, VersionFacts } from '../../web/kit/versions.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { texts } from './texts.ts';

/** Screen `/admin/publishing/versions/3`: one version of the publishing policy. */
export function Screen() {
  const { typed, number } = useVersionNumber('/admin/publishing/versions');
  const may = useMay();
  const query = useQueryOf(PublishingPolicyVersionDocument, { number });
  return (
    <Detail title={texts.versions.one(typed)} back="/admin/publishing/versions">
      <QueryView query={query} rows={8}>
        {({ publishingPolicy: policy, publishingPolicies }) =>
          policy ? (
            <VersionFacts version={policy}>
              {may('publishing:manage') && publishingPolicies.nodes[0]?.number !== policy.number && (
                <RestoreVersion
                  version={policy.number}
                  document={RestorePublishingPolicyVersionDocument}
                  numberOf={(payload) => payload.publishingPolicy?.number}
                />
              )}
              <VersionDocument text={JSON.stringify(policy.document)} />
            </VersionFacts>
          ) : (
            <Empty>{texts.versions.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}
