import { NewestRoutingPolicyDocument } from '../../web/generated/gateway/graphql.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { PolicyEditor } from './policy-editor.tsx';

/** `/admin/gateway/routing/edit`: the next version of the policy, tried on the past before it is published. */
export function Screen() {
  const query = useQueryOf(NewestRoutingPolicyDocument, {});
  return (
    <Page
      title="Edit the policy"
      lead="Change what it says, try it on the decisions of the past, then publish it. Earlier versions are kept."
    >
      <QueryView query={query} rows={12}>
        {({ routingPolicies: { nodes } }) =>
          nodes[0] ? (
            <PolicyEditor newest={nodes[0]} onReload={query.again} />
          ) : (
            <Empty>No policy was published yet.</Empty>
          )
        }
      </QueryView>
    </Page>
  );
}
