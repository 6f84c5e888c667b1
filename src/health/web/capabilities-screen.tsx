import type { ReactNode } from 'react';
import { InstallationDocument, type InstallationQuery } from '../../web/generated/health/graphql.ts';
import { PageLink } from '../../web/kit/link.tsx';
import { Page, Section } from '../../web/kit/page.tsx';
import { QueryView } from '../../web/kit/states.tsx';
import { usePageVisible } from '../../web/kit/use-page-visible.ts';
import { useQueryOf } from '../../web/kit/use-query-of.ts';
import { StatusBadge } from '../../web/kit/values.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import './capabilities.css';

type Facility = InstallationQuery['facilities'][number];
type Capability = InstallationQuery['capabilities'][number];

const GROUPS: readonly (readonly [group: Facility['group'], title: string])[] = [
  ['MODELS', 'What answers and draws'],
  ['PROVIDERS', 'Whose models can be called'],
  ['PROOF', 'What seals are worth'],
  ['PEOPLE', 'Who decides'],
  ['OUTSIDE', 'What comes in and goes out'],
  ['HOUSE', 'What it stands on'],
];

const STATES = {
  ON: 'On',
  OFF: 'Off',
  NOT_CONFIGURED: 'Not configured',
  FAILING: 'Does not work now',
  UNKNOWN: 'Unknown',
} as const satisfies Record<Facility['state'], string>;

/** `/admin/capabilities`: what this installation can do now, and what is missing for the rest. */
export function Screen() {
  const query = useQueryOf(InstallationDocument, {});
  usePageVisible(query.again);
  return (
    <Page
      title="Capabilities"
      lead="What this installation can do now, and what is missing for the rest."
      actions={
        <button type="button" className="link-button" onClick={query.again}>
          Look again
        </button>
      }
    >
      <QueryView query={query} rows={20}>
        {({ facilities, capabilities }) => (
          <>
            {GROUPS.map(([group, title]) => (
              <Section key={group} title={title}>
                <ul className="plain">
                  {facilities
                    .filter((facility) => facility.group === group)
                    .map((facility) => (
                      <FacilityLine key={facility.name} facility={facility} />
                    ))}
                </ul>
              </Section>
            ))}
            <CoreCapabilities
              capabilities={capabilities.filter(
                ({ name, status }) => status === 'AVAILABLE' && !facilities.some((one) => one.name === name),
              )}
            />
            <Roadmap capabilities={capabilities.filter(({ status }) => status === 'ROADMAP')} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Line({
  title,
  what,
  state,
  isBrief,
  children,
}: {
  title: string;
  what: ReactNode;
  state: ReactNode;
  isBrief?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className="capabilities-line" data-brief={isBrief || undefined}>
      <div>
        <strong>{title}</strong>
        {!isBrief && <p>{what}</p>}
      </div>
      <div>{state}</div>
      <div>{children}</div>
    </li>
  );
}

function FacilityLine({ facility }: { facility: Facility }) {
  const { group, title, description, state, detail, remedy, environmentVariables, screen } = facility;
  const may = useMay();
  const place = PLACES.find(([begin, , permission]) => screen?.startsWith(begin) && may(permission));
  // Providers are many and of one kind: the heading says it for all.
  const isBrief = group === 'PROVIDERS';
  const variables = isBrief ? environmentVariables.slice(0, 1) : environmentVariables;
  return (
    <Line title={title} what={description} isBrief={isBrief} state={<StateBadge state={state} />}>
      <p>
        {detail} {remedy}
      </p>
      {(variables.length > 0 || place) && (
        <p className="hint capabilities-where">
          {screen && place && <PageLink to={screen}>{place[1]}</PageLink>}
          {variables.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
    </Line>
  );
}

function StateBadge({ state }: { state: Facility['state'] }) {
  const words = STATES[state];
  if (state === 'FAILING') return <StatusBadge tone="bad">{words}</StatusBadge>;
  return state === 'ON' ? <StatusBadge>{words}</StatusBadge> : <span className="capabilities-not">{words}</span>;
}

/** Screens where something is decided about, by how their addresses begin, with whom they are for. */
const PLACES: readonly (readonly [begin: string, title: string, permission: string])[] = [
  ['/admin/settings', 'Settings', 'settings:read'],
  ['/admin/gateway/keys', 'Keys', 'provider-keys:manage'],
  ['/admin/gateway/models', 'Models', 'models:read-prices'],
  ['/admin/webhooks', 'Webhooks', 'own-webhooks:manage'],
];

/** What comes with the service, wherever it runs. */
function CoreCapabilities({ capabilities }: { capabilities: readonly Capability[] }) {
  return (
    <Section title="What it does wherever it runs">
      <dl className="capabilities-always">
        {capabilities.map(({ name, description }) => (
          <div key={name}>
            <dt>{titleOf(name)}</dt>
            <dd>
              <Prose text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** What is planned and not built, with what to do until it is. */
function Roadmap({ capabilities }: { capabilities: readonly Capability[] }) {
  return (
    <Section title="What nobody has built yet">
      <ul className="plain">
        {capabilities.map(({ name, description, meanwhile }) => (
          <Line
            key={name}
            title={titleOf(name)}
            what={<Prose text={description} />}
            state={<span className="capabilities-not">Not there</span>}
          >
            {meanwhile && (
              <p>
                <Prose text={meanwhile} />
              </p>
            )}
          </Line>
        ))}
      </ul>
    </Section>
  );
}

/** `soft-cap` is "Soft cap", and the name of a task stays as it is. */
function titleOf(name: string): string {
  const words = name.startsWith('task:') ? name.slice('task:'.length) : name.replaceAll('-', ' ');
  if (name === 'mcp') return 'MCP';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence in which what stands between backticks is code. */
function Prose({ text }: { text: string }) {
  return text.split('`').map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are
    return place % 2 === 1 ? <code key={place}>{part}</code> : part;
  });
}
