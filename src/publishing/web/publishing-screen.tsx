import { Outlet } from '@tanstack/react-router';
import {
  PublishingPolicyInForceDocument,
  type PublishingPolicyInForceQuery,
} from '../../web/generated/publishing/graphql.ts';
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

type Policy = PublishingPolicyInForceQuery['publishingPolicies']['nodes'][number];

const NOTHING = {};

/** `/admin/publishing`: what has to be asked of whom, and the tools whose calls are asked for. */
export function Screen() {
  const query = useQueryOf(PublishingPolicyInForceDocument, NOTHING);
  const may = useMay();
  return (
    <Page
      title="Publishing"
      actions={
        may('publishing:manage') && (
          <PageLink to="/admin/publishing/edit" className="button-link">
            Edit the policy
          </PageLink>
        )
      }
      lead="What people are asked before anything is written outside: how many of them, for how long, and for which tools."
    >
      <QueryView query={query} rows={8}>
        {({ publishingPolicies: { nodes }, publishingPolicyFaults: faults }) => {
          const policy = nodes[0];
          if (!policy) return <Empty>No policy was ever published.</Empty>;
          return (
            <>
              {faults.length > 0 && (
                <div className="notice" data-tone="care">
                  <p>The policy asks for something that nobody can fulfil any more:</p>
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

function PolicyInForce({ policy }: { policy: Policy }) {
  const { number, publishedBy, publishedAt, reason, sha256 } = policy;
  const { rules, otherwise, recipients } = policy.document as PolicyDocument;
  return (
    <>
      <Section title="The policy in force">
        <table className="data">
          <caption className="only-heard">The rules, of which the first that fits holds</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Holds when</th>
              <th scope="col">People</th>
              <th scope="col">Waits for</th>
              <th scope="col">Permit for</th>
              <th scope="col">Refused with</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ name, when, terms }) => (
              <tr key={name}>
                <th scope="row">
                  <Visible text={name} />
                </th>
                <td data-title="Holds when">
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
              <th scope="row">Otherwise</th>
              <td data-title="Holds when">
                {rules.length === 0 ? 'Always: there are no rules.' : 'None of the rules fits.'}
              </td>
              <TermCells terms={otherwise} />
            </tr>
          </tbody>
        </table>
      </Section>
      <Section title="Whom it may reach">
        <Facts
          items={Object.entries(recipients).map(([channel, patterns]) => [enumLabel(channel), recipientsIn(patterns)])}
        />
      </Section>
      <Section title="About this version" actions={<PageLink to="/admin/publishing/versions">All versions</PageLink>}>
        <Facts
          items={[
            ['Version', number],
            ['In force since', <When key="at" at={publishedAt} />],
            ['Published by', <ActorName key="by" actor={publishedBy} copies />],
            ['Why', <Visible key="why" text={reason} />],
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
      <td data-title="People">{quorum}</td>
      <td data-title="Waits for">{formatMinutes(lifetimeMinutes)}</td>
      <td data-title="Permit for">{formatMinutes(permitMinutes)}</td>
      <td data-title="Refused with">
        {blocking.length === 0 ? 'Nothing' : blocking.map((one) => enumLabel(one)).join(', ')}
      </td>
    </>
  );
}
