import type { Account, CustomersApi, Money } from '../../customers/index.ts';
import type { Catalogue, ImageTask, ModelsApi, TaskEntry, TextTask } from '../../models/index.ts';
import { can } from '../../platform/auth/principal.ts';
import type { Context } from '../../platform/context.ts';
import { safeName } from '../../platform/encryption/secret-detection.ts';
import { badUserInput, type ValueIssue } from '../../platform/errors/errors.ts';
import { groupDigits } from '../../platform/text/group-digits.ts';
import { NO_TOKENS, plus, type TokenCount } from '../../platform/tokens/index.ts';
import type { CallCredential, DeploymentAvailability, ProvidersApi } from '../../providers/index.ts';
import { decide } from './decide.ts';
import type { Decision, RoutingRequest } from './decision.ts';
import type { ExplainImagesInput, ExplainRouteInput, RouteAssumptionsInput } from './explain.inputs.ts';
import { imageIssues } from './image-demand.ts';
import type { PolicyBook } from './policy-book.ts';
import { taskOf } from './router.ts';
import { deploymentsOf, snapshotOf } from './snapshot.ts';
import { textTokens, tokensOfLength } from './token-count.ts';
import { countedInput } from './token-families.ts';

interface ExplainerOptions {
  models: ModelsApi;
  customers: CustomersApi;
  providers: ProvidersApi;
  policies: PolicyBook;
}

export interface ExplainedRoute {
  decision: Decision;
  catalogue: Catalogue;
  task: TaskEntry;
  request: RoutingRequest;
  maxCostMicros: number | null;
  isAssumed: boolean;
  isForThisKey: boolean;
}

/** Maximum size of an explained input, larger than any context length. */
const MAX_TOKENS = 100_000_000;
const MAX_CHARACTERS = 1_000_000_000;
const MAX_ASSUMED = 50;

/** Explains where a request would go, without calling a provider or reserving anything. */
export class RouteExplainer {
  readonly #options: ExplainerOptions;

  constructor(options: ExplainerOptions) {
    this.#options = options;
  }

  /**
   * Uses the account's own state for callers who may run tasks. Other callers get the state of an account that has spent
   * nothing, so that the service's own spending stays private.
   * @throws Refusal TASK_NOT_FOUND, BAD_USER_INPUT, and refusals of the caller's account. A task that can't run gives a
   * decision without a path.
   */
  async explain(ctx: Context, input: ExplainRouteInput): Promise<ExplainedRoute> {
    const { models, customers, providers, policies } = this.#options;
    const [catalogue, policy] = await Promise.all([models.current(), policies.current()]);
    const task = taskOf(catalogue, input.task);
    const assumed = input.assumptions ?? {};
    assertInput(input, assumed, task, catalogue);
    const request = await (task.kind === 'TEXT' ? requestOf(input, task) : imageRequestOf(input, task));

    const isOwn = can(ctx.principal, 'tasks:run');
    const account = await customers.accountOf(ctx);
    const [money, availability] = await Promise.all([
      isOwn ? customers.moneyOf(account.id) : NOTHING_SPENT,
      providers.availabilityOf(account, catalogue),
    ]);
    const plan = assumed.plan ?? (isOwn ? account.plan : 'BASE');
    const snapshot = snapshotOf(models, {
      at: ctx.clock.now(),
      catalogue,
      task,
      request,
      plan,
      money: assumedMoney(money, assumed),
      availability: assumedAvailability(availability, assumed, catalogue, task),
      isSandboxOn: assumed.sandbox ?? providers.isSandboxOn,
    });
    const decision = decide(policy, catalogue, task, request, snapshot);
    return {
      decision,
      catalogue,
      task,
      request,
      maxCostMicros: mostOf(decision),
      isAssumed: !isOwn || input.assumptions != null,
      isForThisKey: isForKey(account, task),
    };
  }
}

const NOTHING_SPENT: Money = {
  spentMicros: 0,
  reservedMicros: 0,
  uncertainMicros: 0,
  softCapMicros: null,
  hardLimitMicros: null,
};

const isForKey = ({ tasks }: Account, { name }: TaskEntry) => tasks === null || tasks.includes(name);

const ONE_IMAGE: ExplainImagesInput = { widthPx: 1_024, heightPx: 1_024, count: 1, isCovered: true };

/** Assumes an empty prompt if none is given: a prompt hardly affects the cost of images. */
async function imageRequestOf(
  { inputTokens, characters, text, images, preference }: ExplainRouteInput,
  task: ImageTask,
): Promise<RoutingRequest> {
  const prompt = text == null ? tokensOfLength(characters ?? 0) : await textTokens([text]);
  return {
    task: task.name,
    ...countedInput(inputTokens == null ? prompt : tokensAlone(inputTokens)),
    maxOutputTokens: 0,
    needsTools: false,
    needsOutputSchema: false,
    preference: preference ?? null,
    image: { ...(images ?? ONE_IMAGE), maySpend: true },
  };
}

async function requestOf(input: ExplainRouteInput, task: TextTask): Promise<RoutingRequest> {
  const { inputTokens, characters, text, maxOutputTokens, needsTools, needsOutputSchema, preference } = input;
  let count = tokensAlone(inputTokens ?? 0);
  if (inputTokens == null) {
    const own = task.instructions === null ? NO_TOKENS : await textTokens([task.instructions]);
    count = plus(own, text == null ? tokensOfLength(characters!) : await textTokens([text]));
  }
  return {
    task: task.name,
    ...countedInput(count),
    maxOutputTokens: maxOutputTokens ?? task.parameters.defaultMaxOutputTokens,
    needsTools,
    needsOutputSchema: needsOutputSchema || task.outputSchema !== null,
    preference: preference ?? null,
  };
}

/** Token count of a text whose characters are unknown. */
const tokensAlone = (tokens: number): TokenCount => ({ ...NO_TOKENS, tokens });

function assumedMoney(money: Money, { spentMicros, softCapMicros, hardLimitMicros }: RouteAssumptionsInput): Money {
  return {
    spentMicros: spentMicros ?? money.spentMicros,
    reservedMicros: spentMicros == null ? money.reservedMicros : 0,
    uncertainMicros: spentMicros == null ? money.uncertainMicros : 0,
    softCapMicros: softCapMicros ?? money.softCapMicros,
    hardLimitMicros: hardLimitMicros ?? money.hardLimitMicros,
  };
}

function assumedAvailability(
  availability: ReadonlyMap<string, DeploymentAvailability>,
  { keys, ownKeys, outages }: RouteAssumptionsInput,
  catalogue: Catalogue,
  task: TaskEntry,
): ReadonlyMap<string, DeploymentAvailability> {
  if (!keys && !ownKeys && !outages) return availability;
  const assumed = new Map(availability);
  for (const id of deploymentsOf(catalogue, task)) {
    const entry = catalogue.deployments.find((one) => one.id === id);
    const before = availability.get(id) ?? NO_KEY;
    const credential = credentialFor(before);
    const whyNot = credential ? null : entry?.provider === 'own' ? 'NO_OWN_SERVER' : (before.whyNot ?? 'NO_KEY');
    const paused: Partial<DeploymentAvailability> = outages?.includes(id)
      ? { breaker: 'OPEN', pausedBy: undefined, pauseLeftMs: undefined }
      : {};
    assumed.set(id, { ...before, ...paused, credential, whyNot });

    function credentialFor({ credential: present }: DeploymentAvailability): CallCredential | null {
      if (entry?.provider === 'embedded') return present;
      if (entry && ownKeys?.includes(entry.provider)) return { source: 'CUSTOMER', keyId: null };
      if (!keys) return ownKeys && present?.source === 'CUSTOMER' ? null : present;
      return entry && keys.includes(entry.provider) ? { source: 'SERVICE', keyId: null } : null;
    }
  }
  return assumed;
}

const NO_KEY: DeploymentAvailability = {
  credential: null,
  whyNot: 'NO_KEY',
  breaker: 'CLOSED',
  medianFirstTokenMs: null,
};

/**
 * Maximum cost of a call at any deployment of the path. 0 if the sandbox answers. Null if a price is unknown, or if the path is
 * empty.
 */
function mostOf({ candidates, path, isSimulated }: Decision): number | null {
  if (isSimulated) return 0;
  let most = 0;
  for (const { deployment, mostMicros } of candidates) {
    if (!path.includes(deployment)) continue;
    if (mostMicros === null) return null;
    most = Math.max(most, mostMicros);
  }
  return path.length > 0 ? most : null;
}

/** @throws Refusal BAD_USER_INPUT with all issues */
function assertInput(
  { inputTokens, characters, text, maxOutputTokens, images }: ExplainRouteInput,
  { keys, ownKeys, outages, ...money }: RouteAssumptionsInput,
  task: TaskEntry,
  catalogue: Catalogue,
): void {
  const issues: ValueIssue[] = [];
  const wrong = (field: string, detail: string) => issues.push({ pointer: `/input/${field}`, detail });
  const sizes = [inputTokens, characters, text].filter((size) => size != null).length;
  if (task.kind === 'TEXT' ? sizes !== 1 : sizes > 1) {
    const number = task.kind === 'TEXT' ? 'exactly' : 'at most';
    wrong('inputTokens', `Send ${number} one of \`inputTokens\`, \`characters\` and \`text\`.`);
  }
  if (inputTokens != null && !isBetween(inputTokens, 0, MAX_TOKENS)) {
    wrong('inputTokens', `\`inputTokens\` must be 0 to ${groupDigits(MAX_TOKENS)}; it is ${inputTokens}.`);
  }
  if (characters != null && !isBetween(characters, 0, MAX_CHARACTERS)) {
    wrong('characters', `\`characters\` must be 0 to ${groupDigits(MAX_CHARACTERS)}; it is ${characters}.`);
  }
  if (task.kind === 'TEXT') {
    const most = task.parameters.maxOutputTokens;
    if (maxOutputTokens != null && !isBetween(maxOutputTokens, 1, most)) {
      wrong(
        'maxOutputTokens',
        `The task ${task.name} allows 1 to ${groupDigits(most)} output tokens; ${maxOutputTokens} were requested.`,
      );
    }
    if (images != null) wrong('images', `The task ${task.name} returns text. Omit \`images\`.`);
  } else {
    if (maxOutputTokens != null)
      wrong('maxOutputTokens', `The task ${task.name} returns images. Omit \`maxOutputTokens\`.`);
    for (const { field, detail } of imageIssues(images ?? ONE_IMAGE, task)) wrong(`images/${field}`, detail);
  }
  for (const field of ['spentMicros', 'softCapMicros', 'hardLimitMicros'] as const) {
    const amount = money[field];
    if (amount != null && amount < 0) wrong(`assumptions/${field}`, `\`${field}\` must be 0 or more; it is ${amount}.`);
  }
  for (const [field, list] of Object.entries({ keys, ownKeys, outages })) {
    if (list && list.length > MAX_ASSUMED)
      wrong(`assumptions/${field}`, `Send at most ${MAX_ASSUMED} values; there are ${list.length}.`);
  }
  const inSlot = deploymentsOf(catalogue, task);
  for (const [index, id] of (outages ?? []).slice(0, MAX_ASSUMED).entries()) {
    if (!inSlot.includes(id)) {
      wrong(
        `assumptions/outages/${index}`,
        `The task ${task.name} has no deployment ${safeName(id)}. It has: ${inSlot.join(', ')}.`,
      );
    }
  }
  if (issues.length > 0) throw badUserInput(issues.map(({ detail }) => detail).join(' '), issues);
}

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;
