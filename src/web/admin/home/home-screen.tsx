import type { ReactNode } from 'react';
import { HomeDocument, type HomeQuery } from '../../generated/frame/graphql.ts';
import { ButtonLink } from '../../kit/button-link.tsx';
import { PageLink } from '../../kit/link.tsx';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, QueryView } from '../../kit/states.tsx';
import { useQueryOf } from '../../kit/use-query-of.ts';
import { dollars, enumLabel, When } from '../../kit/values.tsx';
import { useMay, useViewer } from '../../kit/viewer.ts';
import { HeldDeletion } from './held-deletion.tsx';
import { UpcomingExpirations } from './upcoming-expirations.tsx';

type UsageRow = NonNullable<HomeQuery['usage']>[number];

/** `/admin`: what waits, what is wrong, what it cost, and the newest pictures. */
export function Screen() {
  const { name } = useViewer();
  const may = useMay();
  const query = useQueryOf(HomeDocument, {
    decides: may('approvals:decide'),
    seesKeys: may('provider-keys:manage'),
    seesWebhooks: may('own-webhooks:manage'),
    seesRuns: may('runs:read'),
    seesPictures: may('assets:list'),
    seesHold: may('facilities:read'),
  });
  return (
    <Page title={name ? `Good day, ${name}` : 'Good day'}>
      <QueryView query={query} rows={8}>
        {(home) => (
          <>
            <div className="tiles">
              <Section title="What waits for you">{waiting(home)}</Section>
              <Section title="What is wrong">{wrong(home)}</Section>
              <Section title="What it cost">{cost(home)}</Section>
            </div>
            <Newest home={home} mayDraw={may('renders:request')} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Newest({ home: { assets }, mayDraw }: { home: HomeQuery; mayDraw: boolean }) {
  if (!assets) return null;
  return (
    <Section title="New in the bank" actions={<PageLink to="/admin/bank">All pictures</PageLink>}>
      {assets.nodes.length === 0 ? (
        <Empty action={mayDraw && <ButtonLink to="/admin/renders/new">Have one drawn</ButtonLink>}>
          The bank has no pictures yet.
        </Empty>
      ) : (
        <ul className="newest">
          {assets.nodes.map(({ id, title, file }) => (
            <li key={id}>
              <PageLink to={`/admin/bank/${id}`}>
                <img src={file.narrow} alt="" width={160} height={160} />
                <span className="newest-title">{title}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function waiting({ approvalInbox }: HomeQuery): ReactNode {
  if (!approvalInbox) return <p>You decide no approvals, so nothing waits for you here.</p>;
  const { totalCount, totalIsExact, nodes } = approvalInbox;
  if (totalCount === 0) {
    return (
      <>
        <p>Nothing waits for your decision.</p>
        <PageLink to="/admin/approvals" search={{ view: 'all' }}>
          All requests
        </PageLink>
      </>
    );
  }
  return (
    <>
      <p className="saying">
        <PageLink to="/admin/approvals">
          {totalIsExact ? '' : 'At least '}
          {totalCount === 1 ? 'One request waits' : `${totalCount} requests wait`} for your decision
        </PageLink>
        .
      </p>
      <ul className="plain rows">
        {nodes.map(({ id, title, expiresAt }) => (
          <li key={id}>
            <PageLink to={`/admin/approvals/${id}`}>{title}</PageLink>
            <span className="hint">
              due <When at={expiresAt} ago />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function wrong({ health, providerKeys, webhooks, deletionHold, endings }: HomeQuery): ReactNode {
  const near = endings ?? [];
  // These two have lines of their own, which say more.
  const isTold = (name: string) => (name === 'deletion' && deletionHold) || (name === 'endings' && near.length > 0);
  const down = health.connections.filter(({ name, ok }) => !ok && !isTold(name));
  const keys = providerKeys?.nodes ?? [];
  const failing = webhooks?.nodes ?? [];
  if (!deletionHold && near.length + down.length + keys.length + failing.length === 0) {
    return (
      <p>
        Nothing that is known of, as of <When at={health.checkedAt} />.
      </p>
    );
  }
  return (
    <ul className="plain rows">
      {deletionHold && <HeldDeletion hold={deletionHold} />}
      {down.map(({ name, required }) => (
        <li key={name} data-tone={required ? 'bad' : 'care'}>
          <a href="/readyz">{enumLabel(name)} does not answer</a>
          <span className="hint">{required ? 'the service cannot do without it' : 'the rest goes on'}</span>
        </li>
      ))}
      {keys.map(({ id, provider, failingSince }) => (
        <li key={id} data-tone="care">
          <PageLink to="/admin/gateway/keys">{enumLabel(provider)} refuses our key</PageLink>
          <span className="hint">
            since <When at={failingSince} />
          </span>
        </li>
      ))}
      <UpcomingExpirations endings={near} />
      {failing.map(({ id, url, failingSince }) => (
        <li key={id} data-tone="care">
          <PageLink to={`/admin/webhooks/${id}`}>{new URL(url).host} does not take our events</PageLink>
          <span className="hint">
            since <When at={failingSince} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function cost({ usage }: HomeQuery): ReactNode {
  if (!usage) return <p>You may not see what runs cost.</p>;
  const sum = (of: (row: UsageRow) => number) => usage.reduce((total, row) => total + of(row), 0);
  const runs = sum((row) => row.runs);
  if (runs === 0) return <p>No task was run this month.</p>;
  const simulated = sum((row) => row.simulatedRuns);
  const unknown = sum((row) => row.runsOfUnknownCost);
  return (
    <>
      <p className="saying">
        <PageLink to="/admin/runs">
          {dollars(sum((row) => row.costMicros))} this month, for {runs === 1 ? 'one run' : `${runs} runs`}
        </PageLink>
        .
      </p>
      <ul className="plain hint">
        {simulated > 0 && (
          <li>{simulated === runs ? 'All of them were simulated.' : `${simulated} of them were simulated.`}</li>
        )}
        {unknown > 0 && <li>Of {unknown} the cost is not known, and not in the sum.</li>}
      </ul>
    </>
  );
}
