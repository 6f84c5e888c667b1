import type { Account, CustomersApi, Money } from '../../customers/index.ts';
import type { Catalogue, ModelsApi, TaskEntry } from '../../models/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors/errors.ts';
import { nearest } from '../../platform/text/nearest.ts';
import type { ProvidersApi } from '../../providers/index.ts';
import { decide } from './decide.ts';
import type { Decision, RoutingRequest, RoutingSnapshot } from './decision.ts';
import type { RoutingPolicyDocument } from './policy.ts';
import type { PolicyBook } from './policy-book.ts';
import { snapshotOf } from './snapshot.ts';

/** A decision with all its inputs. */
export interface RoutedRequest<Task extends TaskEntry = TaskEntry> {
  readonly decision: Decision;
  readonly request: RoutingRequest;
  readonly snapshot: RoutingSnapshot;
  readonly task: Task;
  readonly catalogue: Catalogue;
  readonly policy: RoutingPolicyDocument;
}

/** Record of a decision, as stored in JSON. */
export type RoutingRecord = Pick<RoutedRequest, 'decision' | 'request' | 'snapshot'>;

interface RouterOptions {
  models: Pick<ModelsApi, 'current' | 'version' | 'priceAt' | 'maxCostOf' | 'maxCostOfImages'>;
  customers: Pick<CustomersApi, 'moneyOf'>;
  providers: Pick<ProvidersApi, 'availabilityOf' | 'isSandboxOn'>;
  policies: Pick<PolicyBook, 'current' | 'version'>;
  clock: Clock;
}

/**
 * Decides where requests go, from data held in this process. A decision reads the database only for data older than a second,
 * or if running calls have reserved the rest of a limit.
 */
export class Router {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** Current task of this name, with its catalogue. @throws Refusal TASK_NOT_FOUND with the names of all tasks */
  async task(name: string): Promise<{ task: TaskEntry; catalogue: Catalogue }> {
    const catalogue = await this.#options.models.current();
    return { task: taskOf(catalogue, name), catalogue };
  }

  /**
   * @throws Refusal TASK_NOT_FOUND. A task that can't run now gives a decision without a path, which `refused` turns into an
   *   error.
   */
  async route(account: Account, request: RoutingRequest): Promise<RoutedRequest> {
    const { models, customers, providers, policies, clock } = this.#options;
    const [catalogue, policy, money] = await Promise.all([
      models.current(),
      policies.current(),
      customers.moneyOf(account.id),
    ]);
    const task = taskOf(catalogue, request.task);
    const availability = await providers.availabilityOf(account, catalogue);
    const { plan } = account;
    const { isSandboxOn } = providers;
    const decidedWith = (money: Money): RoutedRequest => {
      const at = clock.now();
      const snapshot = snapshotOf(models, { at, catalogue, task, request, plan, money, availability, isSandboxOn });
      const decision = decide(policy, catalogue, task, request, snapshot);
      return { decision, request, snapshot, task, catalogue, policy };
    };
    const routed = decidedWith(money);
    // The calls that reserved the limit can have ended since it was read.
    if (routed.decision.refusal?.code !== 'LIMIT_RESERVED') return routed;
    return decidedWith(await customers.moneyOf(account.id, { isReread: true }));
  }

  /** Decides again from a record. Null if its policy, catalogue or task isn't available any more. */
  async replay({ decision, request, snapshot }: RoutingRecord): Promise<Decision | null> {
    const { models, policies } = this.#options;
    const [catalogue, policy] = await Promise.all([
      models.version(decision.catalogueVersion),
      policies.version(decision.policyVersion),
    ]);
    const task = catalogue?.tasks.find(({ name }) => name === decision.task);
    return catalogue && policy && task ? decide(policy, catalogue, task, request, snapshot) : null;
  }
}

const tasksByName = new WeakMap<Catalogue, Map<string, TaskEntry>>();

/** @throws Refusal TASK_NOT_FOUND */
export function taskOf(catalogue: Catalogue, name: string): TaskEntry {
  let tasks = tasksByName.get(catalogue);
  if (!tasks) {
    tasks = new Map(catalogue.tasks.map((task) => [task.name, task]));
    tasksByName.set(catalogue, tasks);
  }
  const task = tasks.get(name);
  if (task) return task;
  throw new Refusal('TASK_NOT_FOUND', unknownTask(name, [...tasks.keys()]));
}

function unknownTask(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  const shown = name.length > 100 ? '' : ` “${name}”`;
  return `Unknown task${shown}.${near ? ` Did you mean ${near}?` : ''} Send the name of a task, not of a model: ${names.join(', ')}.`;
}
