import { Outlet } from '@tanstack/react-router';
import { PublishingPolicyVersionsDocument } from '../../web/generated/publishing/graphql.ts';
import { usePage } from '../../web/kit/address.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page } from '../../web/kit/page.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { VersionList } from '../../web/kit/versions.tsx';
import { texts } from './texts.ts';

/** Screen `/admin/publishing/versions`: all versions of the publishing policy, newest first. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyVersionsDocument, usePage());
  return (
    <Page
      title={texts.versions.title}
      lead={texts.versions.lead}
      actions={
        <PageLink to="/admin/publishing" className="button-link" data-quiet>
          {texts.versions.current}
        </PageLink>
      }
    >
      <VersionList
        query={query}
        rows={6}
        connectionOf={(data) => data.publishingPolicies}
        caption={texts.versions.title}
        path="/admin/publishing/versions"
      />
      <Outlet />
    </Page>
  );
}
