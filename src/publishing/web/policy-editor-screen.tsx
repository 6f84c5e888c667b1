import { PublishingPolicyInForceDocument } from '../../web/generated/publishing/graphql.ts';
import { Page } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { PolicyEditor } from './policy-editor.tsx';
import { texts } from './texts.ts';

const NOTHING = {};

/** Screen `/admin/publishing/edit`: editor for the next version of the policy. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyInForceDocument, NOTHING);
  return (
    <Page title={texts.editor.title} lead={texts.editor.lead}>
      <QueryView query={query} rows={12}>
        {({ publishingPolicies: { nodes } }) =>
          nodes[0] ? <PolicyEditor newest={nodes[0]} onReload={query.again} /> : <Empty>{texts.policy.empty}</Empty>
        }
      </QueryView>
    </Page>
  );
}
