import { NewestRoutingPolicyDocument } from '../../web/generated/gateway/graphql.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, Shown } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { PolicyEditor } from './policy-editor.tsx';

/** `/admin/gateway/routing/edit`: the next version of the policy, tried on the past before it is published. */
export function Screen() {
  const asked = useQueryOf(NewestRoutingPolicyDocument, {});
  return (
    <Page
      title="Edit the policy"
      lead="Change what it says, try it on the decisions of the past, then publish it. Earlier versions are kept."
    >
      <Shown asked={asked} rows={12}>
        {({ routingPolicies: { nodes } }) =>
          nodes[0] ? (
            <PolicyEditor newest={nodes[0]} onReload={asked.again} />
          ) : (
            <Empty>No policy was published yet.</Empty>
          )
        }
      </Shown>
    </Page>
  );
}
