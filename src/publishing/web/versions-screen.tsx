import { Outlet } from '@tanstack/react-router';
import { PublishingPolicyVersionsDocument } from '../../web/generated/publishing/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { VersionList } from '../../web/kit/versions.tsx';

/** `/admin/publishing/versions`: all versions of the publishing policy, newest first. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyVersionsDocument, usePage());
  return (
    <Page
      title="Versions of the publishing policy"
      lead="Versions never change. A request is decided under the version in force when it was filed."
      actions={
        <PageLink to="/admin/publishing" className="button-link" data-quiet>
          Show the policy in force
        </PageLink>
      }
    >
      <VersionList
        query={query}
        rows={6}
        connectionOf={(data) => data.publishingPolicies}
        caption="Versions of the publishing policy"
        path="/admin/publishing/versions"
      />
      <Outlet />
    </Page>
  );
}
