import { NewestRoutingPolicyDocument } from '../../web/generated/gateway/graphql.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { texts } from './texts.ts';

/** `/admin/gateway/routing/edit`: next version of the policy, replayed on past runs before it is published. */
export function Screen() {
  const query = useQueryOf(NewestRoutingPolicyDocument, {});
  return (
    <Page title={texts.editor.title} lead={texts.editor.lead}>
      <QueryView query={query} rows={12}>
        {({ routingPolicies: { nodes } }) =>
          nodes[0] ? <PolicyEditor newest={nodes[0]} onReload={query.again} /> : <Empty>{texts.editor.empty}</Empty>
        }
      </QueryView>
    </Page>
  );
}
