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
import { texts } from './texts.ts';

type ServiceCapability = InstallationQuery['serviceCapabilities'][number];
type Capability = InstallationQuery['capabilities'][number];

const GROUPS: readonly (readonly [group: ServiceCapability['group'], title: string])[] = [
  ['MODELS', texts.groups.MODELS],
  ['PROVIDERS', texts.groups.PROVIDERS],
  ['PROOF', texts.groups.PROOF],
  ['PEOPLE', texts.groups.PEOPLE],
  ['OUTSIDE', texts.groups.OUTSIDE],
  ['SERVICE', texts.groups.SERVICE],
];

/** Screen `/admin/capabilities`: capabilities of this installation, with what is missing for those that aren't available. */
export function Screen() {
  const query = useQueryOf(InstallationDocument, {});
  usePageVisible(query.again);
  return (
    <Page
      title={texts.screen.title}
      lead={texts.screen.lead}
      actions={
        <button type="button" className="link-button" onClick={query.again}>
          {texts.screen.refresh}
        </button>
      }
    >
      <QueryView query={query} rows={20}>
        {({ serviceCapabilities, capabilities }) => (
          <>
            {GROUPS.map(([group, title]) => (
              <Section key={group} title={title}>
                <ul className="plain">
                  {serviceCapabilities
                    .filter((capability) => capability.group === group)
                    .map((capability) => (
                      <CapabilityLine key={capability.name} capability={capability} />
                    ))}
                </ul>
              </Section>
            ))}
            <CoreCapabilities
              capabilities={capabilities.filter(
                ({ name, status }) => status === 'AVAILABLE' && !serviceCapabilities.some((one) => one.name === name),
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

function CapabilityLine({ capability }: { capability: ServiceCapability }) {
  const { group, title, description, state, detail, remedy, environmentVariables, screen } = capability;
  const may = useMay();
  const place = PLACES.find(([begin, , permission]) => screen?.startsWith(begin) && may(permission));
  // Providers are listed without descriptions: all descriptions would be the same, so the heading contains the text instead.
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

function StateBadge({ state }: { state: ServiceCapability['state'] }) {
  const words = texts.states[state];
  if (state === 'FAILING') return <StatusBadge tone="bad">{words}</StatusBadge>;
  return state === 'ON' ? <StatusBadge>{words}</StatusBadge> : <span className="capabilities-not">{words}</span>;
}

/** Screens on which a capability is configured: beginning of the path, title, and permission to open it. */
const PLACES: readonly (readonly [begin: string, title: string, permission: string])[] = [
  ['/admin/settings', texts.screens.settings, 'settings:read'],
  ['/admin/gateway/keys', texts.screens.keys, 'provider-keys:manage'],
  ['/admin/gateway/models', texts.screens.models, 'models:read-prices'],
  ['/admin/webhooks', texts.screens.webhooks, 'own-webhooks:manage'],
];

/** Capabilities that every installation has. */
function CoreCapabilities({ capabilities }: { capabilities: readonly Capability[] }) {
  return (
    <Section title={texts.screen.core}>
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

/** Planned capabilities, with what to do until they exist. */
function Roadmap({ capabilities }: { capabilities: readonly Capability[] }) {
  return (
    <Section title={texts.screen.roadmap}>
      <ul className="plain">
        {capabilities.map(({ name, description, workaround }) => (
          <Line
            key={name}
            title={titleOf(name)}
            what={<Prose text={description} />}
            state={<span className="capabilities-not">{texts.screen.notAvailable}</span>}
          >
            {workaround && (
              <p>
                <Prose text={workaround} />
              </p>
            )}
          </Line>
        ))}
      </ul>
    </Section>
  );
}

/** Title of a capability, e.g. "Soft cap" for `soft-cap`. The names of tasks are shown unchanged. */
function titleOf(name: string): string {
  const words = name.startsWith('task:') ? name.slice('task:'.length) : name.replaceAll('-', ' ');
  if (name === 'mcp') return 'MCP';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows a sentence, with code between backticks. */
function Prose({ text }: { text: string }) {
  return text.split('`').map((part, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence never move
    return place % 2 === 1 ? <code key={place}>{part}</code> : part;
  });
}
