import type { CustomersApi } from '../customers/index.ts';
import type { StartupHint } from '../feature.ts';
import { type Catalogue, type DeploymentEntry, type ModelsApi, TaskKind } from '../models/index.ts';
import type { Context } from '../platform/context.ts';
import { CredentialSource, type DeploymentAvailability, keyVariableOf, type ProvidersApi } from '../providers/index.ts';

export interface TaskStartupHintsOptions {
  models: Pick<ModelsApi, 'current'>;
  customers: Pick<CustomersApi, 'accountOf'>;
  providers: Pick<ProvidersApi, 'availabilityOf'>;
}

/** Startup hints, one per text task: the models that have a key, or the keys to set if no model has one. */
export async function taskStartupHints(
  ctx: Context,
  { models, customers, providers }: TaskStartupHintsOptions,
): Promise<readonly StartupHint[]> {
  const catalogue = await models.current();
  const availabilities = await providers.availabilityOf(await customers.accountOf(ctx), catalogue);
  return catalogue.tasks
    .filter(({ kind }) => kind === TaskKind.TEXT)
    .map(({ name, slot }) => ({ title: `Task ${name}`, at: stateOf(deploymentsIn(catalogue, slot), availabilities) }));
}

function stateOf(
  deployments: readonly DeploymentEntry[],
  availabilities: ReadonlyMap<string, DeploymentAvailability>,
): string {
  const sources = deployments.map(({ id }) => availabilities.get(id)?.credential?.source ?? null);
  const real = deployments.filter((_, at) => sources[at] !== null && sources[at] !== CredentialSource.SANDBOX);
  if (real.length > 0) return real.map(({ id }) => id).join(', ');
  const variables = new Set(deployments.flatMap(({ provider }) => keyVariableOf(provider) ?? []));
  const lacks = variables.size > 0 ? `set ${[...variables].join(' or ')}` : "needs a customer's own server";
  return `${sources.includes(CredentialSource.SANDBOX) ? 'simulated' : 'unavailable'}; ${lacks}`;
}

function deploymentsIn({ slots, deployments }: Catalogue, name: string): DeploymentEntry[] {
  const slot = slots.find((one) => one.name === name);
  return [slot?.preferred, ...(slot?.alternates ?? [])].flatMap((id) => deployments.find((one) => one.id === id) ?? []);
}
