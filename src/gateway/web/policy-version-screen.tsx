import { RestorePolicyDocument, RoutingPolicyVersionDocument } from '../../web/generated/gateway/graphql.ts';
import { Detail } from '../../web/kit/detail.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { RestoreVersion, useVersionNumber, VersionDocument, VersionFacts } from '../../web/kit/versions.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { legible } from './policy-differences.ts';
import { texts } from './texts.ts';

/** `/admin/gateway/routing/versions/3`: one version of the routing policy. */
export function Screen() {
  const { typed, number } = useVersionNumber('/admin/gateway/routing/versions');
  const may = useMay();
  const query = useQueryOf(RoutingPolicyVersionDocument, { number });
  return (
    <Detail title={texts.policy.title(typed)} back="/admin/gateway/routing">
      <QueryView query={query} rows={8}>
        {({ routingPolicy: policy, routingPolicies }) =>
          policy ? (
            <VersionFacts
              version={policy}
              facts={[[texts.policy.checkedAgainst, texts.policy.catalogue(policy.catalogueVersion)]]}
            >
              {may('routing:publish') && routingPolicies.nodes[0]?.number !== policy.number && (
                <RestoreVersion
                  version={policy.number}
                  document={RestorePolicyDocument}
                  numberOf={(payload) => payload.routingPolicy?.number}
                />
              )}
              <VersionDocument text={legible(policy.document)} />
            </VersionFacts>
          ) : (
            <Empty>{texts.policy.notFound}</Empty>
          )
        }
      </QueryView>
    </Detail>
  );
}
