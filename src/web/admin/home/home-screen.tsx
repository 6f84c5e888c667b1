import type { ReactNode } from 'react';
import { HomeDocument, type HomeQuery } from '../../generated/frame/graphql.ts';
import { ButtonLink } from '../../kit/button-link.tsx';
import { PageLink } from '../../kit/link.tsx';
import { Page, Section } from '../../kit/page.tsx';
import { Empty, QueryView } from '../../kit/states.tsx';
import { useQueryOf } from '../../kit/use-query-of.ts';
import { dollars, enumLabel, When } from '../../kit/values.tsx';
import { useMay, useViewer } from '../../kit/viewer.ts';
import { texts } from '../texts.ts';
import { HeldDeletion } from './held-deletion.tsx';
import { UpcomingExpirations } from './upcoming-expirations.tsx';

type UsageRow = NonNullable<HomeQuery['usage']>[number];

/** Screen `/admin`: pending approvals, health, cost and the newest pictures. */
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
    <Page title={name ? texts.home.greetingName(name) : texts.home.greeting}>
      <QueryView query={query} rows={8}>
        {(home) => (
          <>
            <div className="tiles">
              <Section title={texts.home.approvals}>{waiting(home)}</Section>
              <Section title={texts.home.health}>{currentProblems(home)}</Section>
              <Section title={texts.home.cost}>{cost(home)}</Section>
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
    <Section title={texts.home.newest} actions={<PageLink to="/admin/bank">{texts.home.allPictures}</PageLink>}>
      {assets.nodes.length === 0 ? (
        <Empty action={mayDraw && <ButtonLink to="/admin/renders/new">{texts.home.render}</ButtonLink>}>
          {texts.home.noPictures}
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
  if (!approvalInbox) return <p>{texts.home.noApprovals}</p>;
  const { totalCount, totalIsExact, nodes } = approvalInbox;
  if (totalCount === 0) {
    return (
      <>
        <p>{texts.home.nothingPending}</p>
        <PageLink to="/admin/approvals" search={{ view: 'all' }}>
          {texts.home.allRequests}
        </PageLink>
      </>
    );
  }
  return (
    <>
      <p className="saying">
        <PageLink to="/admin/approvals">{texts.home.pending(totalCount, totalIsExact)}</PageLink>.
      </p>
      <ul className="plain rows">
        {nodes.map(({ id, title, expiresAt }) => (
          <li key={id}>
            <PageLink to={`/admin/approvals/${id}`}>{title}</PageLink>
            <span className="hint">{texts.home.due(<When at={expiresAt} ago />)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function currentProblems({ health, providerKeys, webhooks, deletionHold, expirations }: HomeQuery): ReactNode {
  const near = expirations ?? [];
  // True for the health check `deletion` or `endings` if another line of the list already shows its details.
  const hasOwnLine = (name: string) => (name === 'deletion' && deletionHold) || (name === 'endings' && near.length > 0);
  const down = health.connections.filter(({ name, ok }) => !ok && !hasOwnLine(name));
  const keys = providerKeys?.nodes ?? [];
  const failing = webhooks?.nodes ?? [];
  if (!deletionHold && near.length + down.length + keys.length + failing.length === 0) {
    return <p>{texts.home.healthy(<When at={health.checkedAt} />)}</p>;
  }
  return (
    <ul className="plain rows">
      {deletionHold && <HeldDeletion hold={deletionHold} />}
      {down.map(({ name, required }) => (
        <li key={name} data-tone={required ? 'bad' : 'care'}>
          <a href="/readyz">{name === 'backup' ? texts.home.backup : texts.home.down(enumLabel(name))}</a>
          <span className="hint">{hintOf(name, required)}</span>
        </li>
      ))}
      {keys.map(({ id, provider, failingSince }) => (
        <li key={id} data-tone="care">
          <PageLink to="/admin/gateway/keys">{texts.home.keyRefused(enumLabel(provider))}</PageLink>
          <span className="hint">{texts.home.since(<When at={failingSince} />)}</span>
        </li>
      ))}
      <UpcomingExpirations expirations={near} />
      {failing.map(({ id, url, failingSince }) => (
        <li key={id} data-tone="care">
          <PageLink to={`/admin/webhooks/${id}`}>{texts.home.webhookFailing(new URL(url).host)}</PageLink>
          <span className="hint">{texts.home.since(<When at={failingSince} />)}</span>
        </li>
      ))}
    </ul>
  );
}

function hintOf(name: string, required: boolean): string {
  if (name === 'backup') return texts.home.backupHint;
  return required ? texts.home.required : texts.home.optional;
}

function cost({ usage }: HomeQuery): ReactNode {
  if (!usage) return <p>{texts.home.noCostAccess}</p>;
  const sum = (of: (row: UsageRow) => number) => usage.reduce((total, row) => total + of(row), 0);
  const runs = sum((row) => row.runs);
  if (runs === 0) return <p>{texts.home.noRuns}</p>;
  const simulated = sum((row) => row.simulatedRuns);
  const unknown = sum((row) => row.runsOfUnknownCost);
  return (
    <>
      <p className="saying">
        <PageLink to="/admin/runs">{texts.home.spent(dollars(sum((row) => row.costMicros)), runs)}</PageLink>.
      </p>
      <ul className="plain hint">
        {simulated > 0 && <li>{simulated === runs ? texts.home.allSimulated : texts.home.simulated(simulated)}</li>}
        {unknown > 0 && <li>{texts.home.unknownCost(unknown)}</li>}
      </ul>
    </>
  );
}
