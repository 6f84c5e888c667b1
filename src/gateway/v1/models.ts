import type { CustomersApi } from '../../customers/index.ts';
import { type ModelsApi, type TaskEntry, TaskKind } from '../../models/index.ts';
import type { Context } from '../../platform/context.ts';
import { safeName } from '../../platform/encryption/secret-detection.ts';
import { InvalidParameter, modelNotFound } from './errors.ts';

/** Lists and finds tasks, which this API exposes as models. */
export class TaskModels {
  readonly #models: Pick<ModelsApi, 'current'>;
  readonly #customers: Pick<CustomersApi, 'accountOf'>;

  constructor(models: Pick<ModelsApi, 'current'>, customers: Pick<CustomersApi, 'accountOf'>) {
    this.#models = models;
    this.#customers = customers;
  }

  /**
   * Finds the task that a body names, for an endpoint of texts or of images.
   * @throws InvalidParameter if the name is missing, if no such task exists (with a list of tasks), or if the endpoint is for
   * the other kind of tasks
   */
  async named<Kind extends TaskKind = 'TEXT'>(
    model: unknown,
    kind = TaskKind.TEXT as Kind,
  ): Promise<Extract<TaskEntry, { kind: Kind }>> {
    const { tasks: all } = await this.#models.current();
    const tasks = all.filter((task) => task.kind === kind);
    if (model === undefined) {
      throw new InvalidParameter('model', `\`model\` is missing. ${listed(tasks)}`, 'missing_required_parameter');
    }
    if (typeof model !== 'string') {
      throw new InvalidParameter('model', '`model` must be a string.', 'invalid_type');
    }
    const elsewhere = all.find(({ name }) => name === model);
    if (elsewhere && elsewhere.kind !== kind)
      throw new InvalidParameter('model', OTHER_DOOR[kind](model), 'invalid_value');
    return found(tasks, model) as Extract<TaskEntry, { kind: Kind }>;
  }

  /** Tasks that the caller's key allows. All tasks for callers without a customer's key. */
  async listed(ctx: Context): Promise<object[]> {
    return (await this.#allowed(ctx)).map(modelOf);
  }

  /** @throws InvalidParameter */
  async one(ctx: Context, id: string): Promise<object> {
    return modelOf(found(await this.#allowed(ctx), id));
  }

  async #allowed(ctx: Context): Promise<readonly TaskEntry[]> {
    const { tasks } = await this.#models.current();
    if (ctx.principal.accountId === undefined) return tasks;
    const { tasks: allowed } = await this.#customers.accountOf(ctx);
    return allowed === null ? tasks : tasks.filter(({ name }) => allowed.includes(name));
  }
}

const OTHER_DOOR: Readonly<Record<TaskKind, (name: string) => string>> = {
  TEXT: (name) => `The task \`${name}\` returns images. Use \`/v1/images/generations\`.`,
  IMAGE: (name) => `The task \`${name}\` returns text. Use \`/v1/chat/completions\` or \`/v1/responses\`.`,
};

function found(tasks: readonly TaskEntry[], name: string): TaskEntry {
  for (const task of tasks) if (task.name === name) return task;
  throw modelNotFound(
    `Unknown task \`${safeName(name)}\`. \`model\` takes a task; the service chooses the model. ${listed(tasks)}`,
  );
}

const listed = (tasks: readonly TaskEntry[]) => `Tasks: ${tasks.map(({ name }) => `\`${name}\``).join(', ')}.`;

/** Tasks have no creation date, but the API requires one. */
const CREATED = Date.UTC(2026, 10, 22) / 1_000;

function modelOf(task: TaskEntry) {
  const { name, kind, title, description, version, dataClass, labels, gates } = task;
  return {
    id: name,
    object: 'model',
    created: CREATED,
    owned_by: 'imprimatur',
    title,
    description,
    task_version: version,
    kind,
    max_output_tokens: task.kind === 'TEXT' ? task.parameters.maxOutputTokens : null,
    data_class: dataClass,
    labels,
    gates,
  };
}
