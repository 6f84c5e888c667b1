import type { CustomersApi } from '../customers/index.ts';
import { type Catalogue, type ModelsApi, ProviderName, type SlotEntry, TaskKind } from '../models/index.ts';
import type { ServiceCapability } from '../platform/health/capability.ts';
import { CredentialSource, type DeploymentAvailability, type ProvidersApi } from '../providers/index.ts';

export interface GatewayCapabilitiesOptions {
  models: Pick<ModelsApi, 'current'>;
  customers: Pick<CustomersApi, 'accountOf'>;
  providers: Pick<ProvidersApi, 'availabilityOf' | 'isSandboxOn'>;
}

type Availabilities = ReadonlyMap<string, DeploymentAvailability>;

/**
 * Reports which tasks have a model that the account of the check can call, whether such a model draws images, and whether the
 * sandbox is on.
 */
export function gatewayCapabilities({ models, customers, providers }: GatewayCapabilitiesOptions): ServiceCapability[] {
  const readAvailability = async (ctx: Parameters<ServiceCapability['check']>[0]) => {
    const catalogue = await models.current();
    const availabilities = await providers.availabilityOf(await customers.accountOf(ctx), catalogue);
    return { catalogue, availabilities };
  };
  return [
    {
      name: 'tasks',
      group: 'MODELS',
      title: 'Tasks with a model',
      screen: '/admin/gateway/models',
      description: 'Tasks that callers send instead of a model.',
      check: async (ctx) => {
        const { catalogue, availabilities } = await readAvailability(ctx);
        const slots = slotsOf(catalogue, TaskKind.TEXT);
        const reached = slots.filter((slot) => isReached(slot, availabilities)).length;
        const others = providers.isSandboxOn ? 'simulated' : 'refused';
        if (reached === slots.length)
          return { state: 'ON', detail: `All ${reached} text tasks have an available model.`, remedy: null };
        return {
          state: reached === 0 ? 'NOT_CONFIGURED' : 'ON',
          detail:
            reached === 0
              ? `No text task has an available model; requests for all ${slots.length} are ${others}.`
              : `${reached} of ${slots.length} text tasks have an available model; requests for the others are ${others}.`,
          remedy: 'Set a key for the providers of their models.',
        };
      },
    },
    {
      name: 'pictures-by-models',
      group: 'MODELS',
      title: 'Images by models',
      screen: '/admin/gateway/models',
      description: 'Images drawn by a hosted model instead of the engine of this service.',
      check: async (ctx) => {
        const { catalogue, availabilities } = await readAvailability(ctx);
        const hosted = catalogue.deployments.filter(
          ({ id, kind, provider }) =>
            kind === TaskKind.IMAGE && provider !== ProviderName.EMBEDDED && reaches(availabilities.get(id)),
        );
        return hosted.length > 0
          ? { state: 'ON', detail: 'The routing policy chooses the model for each image.', remedy: null }
          : {
              state: 'NOT_CONFIGURED',
              detail:
                'The engine of this service draws all images, except for customers with an own key or server for images.',
              remedy: 'Set a key for a provider of image models.',
            };
      },
    },
    {
      name: 'sandbox',
      group: 'MODELS',
      title: 'Sandbox',
      variables: ['SANDBOX'],
      description: 'Simulated answers for tasks whose models have no key.',
      check: () =>
        providers.isSandboxOn
          ? {
              state: 'ON',
              detail: 'Tasks whose models have no key get simulated answers, marked as simulated.',
              remedy: null,
            }
          : { state: 'OFF', detail: 'Tasks whose models have no key are refused.', remedy: null },
    },
  ];
}

const slotsOf = ({ slots, tasks }: Catalogue, kind: TaskKind) =>
  slots.filter(({ name }) => tasks.some((task) => task.slot === name && task.kind === kind));

const isReached = ({ preferred, alternates }: SlotEntry, availabilities: Availabilities) =>
  [preferred, ...alternates].some((id) => reaches(availabilities.get(id)));

const reaches = (availability: DeploymentAvailability | undefined) =>
  availability?.credential != null && availability.credential.source !== CredentialSource.SANDBOX;

declare module '../platform/health/capability.ts' {
  interface CapabilityGroups {
    MODELS: true;
  }
}
