import type { CustomersApi } from '../customers/index.ts';
import { type Catalogue, type ModelsApi, ProviderName, type SlotEntry, TaskKind } from '../models/index.ts';
import type { Capability } from '../platform/health/capability.ts';
import { CredentialSource, type DeploymentAvailability, type ProvidersApi } from '../providers/index.ts';

export interface GatewayCapabilitiesOptions {
  models: Pick<ModelsApi, 'current'>;
  customers: Pick<CustomersApi, 'accountOf'>;
  providers: Pick<ProvidersApi, 'availabilityOf' | 'isSandboxOn'>;
}

type Standings = ReadonlyMap<string, DeploymentAvailability>;

/** What tasks reach where the service runs, with the keys of the house. */
export function gatewayCapabilities({ models, customers, providers }: GatewayCapabilitiesOptions): Capability[] {
  const look = async (ctx: Parameters<Capability['check']>[0]) => {
    const catalogue = await models.current();
    const standings = await providers.availabilityOf(await customers.accountOf(ctx), catalogue);
    return { catalogue, standings };
  };
  return [
    {
      name: 'tasks',
      group: 'MODELS',
      title: 'Tasks that reach a model',
      screen: '/admin/gateway/models',
      description: 'What callers name in the place of a model.',
      check: async (ctx) => {
        const { catalogue, standings } = await look(ctx);
        const slots = slotsOf(catalogue, TaskKind.TEXT);
        const reached = slots.filter((slot) => isReached(slot, standings)).length;
        const others = providers.isSandboxOn ? 'simulated' : 'refused';
        if (reached === slots.length) return { state: 'ON', detail: `All ${reached} do.`, remedy: null };
        return {
          state: reached === 0 ? 'NOT_CONFIGURED' : 'ON',
          detail:
            reached === 0
              ? `None does; all ${slots.length} are ${others}.`
              : `${reached} of ${slots.length} do; the others are ${others}.`,
          remedy: 'Set keys of the providers whose models stand in their slots.',
        };
      },
    },
    {
      name: 'pictures-by-models',
      group: 'MODELS',
      title: 'Pictures by models',
      screen: '/admin/gateway/models',
      description: 'Briefs drawn by a hosted model.',
      check: async (ctx) => {
        const { catalogue, standings } = await look(ctx);
        const hosted = catalogue.deployments.filter(
          ({ id, kind, provider }) =>
            kind === TaskKind.IMAGE && provider !== ProviderName.EMBEDDED && reaches(standings.get(id)),
        );
        return hosted.length > 0
          ? { state: 'ON', detail: 'The routing policy decides when they are drawn by one.', remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail: 'All pictures are drawn by the engine of this service.',
              remedy: 'Set the key of a provider that draws.',
            };
      },
    },
    {
      name: 'sandbox',
      group: 'MODELS',
      title: 'Sandbox',
      variables: ['SANDBOX'],
      description: 'Simulated answers where a task’s models have no key.',
      check: () =>
        providers.isSandboxOn
          ? { state: 'ON', detail: 'What is simulated says that it is.', remedy: null }
          : { state: 'OFF', detail: 'A task whose models have no key is refused.', remedy: null },
    },
  ];
}

const slotsOf = ({ slots, tasks }: Catalogue, kind: TaskKind) =>
  slots.filter(({ name }) => tasks.some((task) => task.slot === name && task.kind === kind));

const isReached = ({ preferred, alternates }: SlotEntry, standings: Standings) =>
  [preferred, ...alternates].some((id) => reaches(standings.get(id)));

const reaches = (standing: DeploymentAvailability | undefined) =>
  standing?.credential != null && standing.credential.source !== CredentialSource.SANDBOX;

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    MODELS: true;
  }
}
