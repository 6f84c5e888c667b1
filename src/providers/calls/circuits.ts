import type { DeploymentEntry, ProviderName } from '../../models/index.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { CallCredential } from '../providers-api.ts';
import { Circuit, type CircuitOptions } from './circuit.ts';

/** Maximum pairs of deployment and key that are watched at a time. */
const MAX_CIRCUITS = 2_000;

/** The circuits of this process. */
export class Circuits {
  readonly #circuits = new BoundedMap<string, { provider: ProviderName; isService: boolean; circuit: Circuit }>(
    MAX_CIRCUITS,
  );
  readonly #options: CircuitOptions | undefined;
  #changes = 0;

  constructor(options?: CircuitOptions) {
    this.#options = options;
  }

  /**
   * Number of changes of all circuits that calls caused; the end of a pause isn't counted. A cache that finds another number
   * than before is out of date.
   */
  get changes(): number {
    return this.#changes;
  }

  of(deployment: DeploymentEntry, credential: CallCredential): Circuit {
    const name = nameOf(deployment, credential);
    const known = this.#circuits.get(name);
    if (known) return known.circuit;
    const { provider } = deployment;
    const circuit = new Circuit(provider, () => void this.#changes++, this.#options);
    this.#circuits.set(name, { provider, isService: credential.source === 'SERVICE', circuit });
    return circuit;
  }

  /** Circuit of a deployment with this credential. Null before its first call, and after it was evicted. */
  find(deployment: DeploymentEntry, credential: CallCredential): Circuit | null {
    return this.#circuits.get(nameOf(deployment, credential))?.circuit ?? null;
  }

  /** Circuits of a provider's deployments with a key of the service, if a call has shown the state of the provider. */
  ofService(provider: ProviderName): Circuit[] {
    return [...this.#circuits.values()]
      .filter((one) => one.provider === provider && one.isService && one.circuit.isKnown)
      .map(({ circuit }) => circuit);
  }

  /** Number of open circuits by provider, including those of customers' own keys. */
  openByProvider(): Map<ProviderName, number> {
    const open = new Map<ProviderName, number>();
    for (const { provider, circuit } of this.#circuits.values()) {
      open.set(provider, (open.get(provider) ?? 0) + (circuit.state === 'OPEN' ? 1 : 0));
    }
    return open;
  }
}

const nameOf = (deployment: DeploymentEntry, { source, keyId }: CallCredential) =>
  `${keyId ?? source} ${deployment.id}`;
