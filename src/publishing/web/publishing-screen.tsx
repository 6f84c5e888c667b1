import { Outlet } from '@tanstack/react-router';
import { PublishingPolicyInForceDocument } from '../../web/generated/publishing/graphql.ts';
import { ActorName } from '../../web/kit/actor.tsx';
import { IssueList } from '../../web/kit/issue-list.tsx';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { Empty, QueryView } from '../../web/kit/states.tsx';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { enumLabel, Facts, Id, When } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { Visible } from '../../web/kit/visible-text.tsx';
import { ExternalTools } from './external-tools.tsx';
import { conditionsIn, formatMinutes, type PolicyDocument, recipientsIn, type Terms } from './policy-text.ts';
import { texts } from './texts.ts';
import type { PublishedPolicy } from './use-policy-draft.ts';

const NOTHING = {};

/** Screen `/admin/publishing`: the current policy, and the tools whose calls need approval. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyInForceDocument, NOTHING);
  const may = useMay();
  return (
    <Page
      title={texts.screen.title}
      actions={
        may('publishing:manage') && (
          <PageLink to="/admin/publishing/edit" className="button-link">
            {texts.editor.title}
          </PageLink>
        )
      }
      lead={texts.screen.lead}
    >
      <QueryView query={query} rows={8}>
        {({ publishingPolicies: { nodes }, publishingPolicyFaults: faults }) => {
          const policy = nodes[0];
          if (!policy) return <Empty>{texts.policy.empty}</Empty>;
          return (
            <>
              {faults.length > 0 && (
                <div className="notice" data-tone="care">
                  <p>{texts.screen.unmet}</p>
                  <IssueList faults={faults} />
                </div>
              )}
              <PolicyInForce policy={policy} />
            </>
          );
        }}
      </QueryView>
      <ExternalTools />
      <Outlet />
    </Page>
  );
}

function PolicyInForce({ policy }: { policy: PublishedPolicy }) {
  const { number, publishedBy, publishedAt, reason, sha256 } = policy;
  const { rules, otherwise, recipients } = policy.document as PolicyDocument;
  return (
    <>
      <Section title={texts.screen.current}>
        <table className="data">
          <caption className="only-heard">{texts.screen.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.rule.rule}</th>
              <th scope="col">{texts.rule.conditions}</th>
              <th scope="col">{texts.rule.approvers}</th>
              <th scope="col">{texts.rule.expiresAfter}</th>
              <th scope="col">{texts.rule.permit}</th>
              <th scope="col">{texts.rule.refused}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ name, when, terms }) => (
              <tr key={name}>
                <th scope="row">
                  <Visible text={name} />
                </th>
                <td data-title={texts.rule.conditions}>
                  <div>
                    {conditionsIn(when).map((one) => (
                      <div key={one}>{one}</div>
                    ))}
                  </div>
                </td>
                <TermCells terms={terms} />
              </tr>
            ))}
            <tr>
              <th scope="row">{texts.policy.otherwise}</th>
              <td data-title={texts.rule.conditions}>
                {rules.length === 0 ? texts.screen.always : texts.screen.noRuleMatches}
              </td>
              <TermCells terms={otherwise} />
            </tr>
          </tbody>
        </table>
      </Section>
      <Section title={texts.policy.recipients}>
        <Facts
          items={Object.entries(recipients).map(([channel, patterns]) => [enumLabel(channel), recipientsIn(patterns)])}
        />
      </Section>
      <Section
        title={texts.screen.version}
        actions={<PageLink to="/admin/publishing/versions">{texts.screen.allVersions}</PageLink>}
      >
        <Facts
          items={[
            [texts.screen.version, number],
            [texts.screen.since, <When key="at" at={publishedAt} />],
            [texts.screen.publishedBy, <ActorName key="by" actor={publishedBy} copies />],
            [texts.screen.reason, <Visible key="why" text={reason} />],
            ['SHA-256', <Id key="sha256" value={sha256} copies />],
          ]}
        />
      </Section>
    </>
  );
}

function TermCells({ terms: { quorum, lifetimeMinutes, permitMinutes, blocking } }: { terms: Terms }) {
  return (
    <>
      <td data-title={texts.rule.approvers}>{quorum}</td>
      <td data-title={texts.rule.expiresAfter}>{formatMinutes(lifetimeMinutes)}</td>
      <td data-title={texts.rule.permit}>{formatMinutes(permitMinutes)}</td>
      <td data-title={texts.rule.refused}>
        {blocking.length === 0 ? texts.screen.nothing : blocking.map((one) => enumLabel(one)).join(', ')}
      </td>
    </>
  );
}
