import { PublishingPolicyInForceDocument } from '../../web/generated/publishing/graphql.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { PolicyEditor } from './policy-editor.tsx';

const NOTHING = {};

/** `/admin/publishing/edit`: the next version of the policy. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyInForceDocument, NOTHING);
  return (
    <Page
      title="Edit the publishing policy"
      lead="Of the rules, the first that fits an action holds for it. What was asked under earlier versions stays as it was."
    >
      <QueryView query={query} rows={12}>
        {({ publishingPolicies: { nodes } }) =>
          nodes[0] ? (
            <PolicyEditor newest={nodes[0]} onReload={query.again} />
          ) : (
            <Empty>No policy was ever published.</Empty>
          )
        }
      </QueryView>
    </Page>
  );
}
