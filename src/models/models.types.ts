import { GraphQLDateTime, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Float, Int, ObjectType } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../platform/graphql/schema/list-size.ts';
import {
  type ClusterEntry,
  Confidence,
  Currency,
  DataClass,
  type DeploymentEntry,
  type ImageParameters,
  type ImagePrice,
  type PeakHours,
  type PriceEntry,
  type PriceTier,
  ProviderName,
  type Retention,
  RetentionKind,
  type SlotEntry,
  type TaskEntry,
  TaskGate,
  TaskKind,
  TaskLabel,
  type TaskParameters,
  TaskRedaction,
} from './catalogue.ts';
import { CATALOGUE_LIMITS } from './check/catalogue-shape.ts';
import { DeploymentImagesView, ImagePriceView } from './image.types.ts';
import { takesRecursiveSchema } from './recursive-schemas.ts';
import { retentionOf } from './retention.ts';
import { redactionOf, restoresRedacted } from './task-redaction.ts';

describeEnum(DataClass, 'DataClass', 'Where the text of a request may be sent.', {
  HOSTED: 'Approved providers.',
  LOCAL_ONLY: "The customer's own server only.",
});
describeEnum(TaskKind, 'TaskKind', 'Kind of output of a task or a deployment.');
describeEnum(TaskGate, 'TaskGate', 'Condition that must be met before the output of a task is released.', {
  APPROVAL: 'The output is held until an operator approves it.',
});
describeEnum(TaskRedaction, 'TaskRedaction', 'When personal data is removed from a request.', {
  BEFORE_HOSTED:
    'Before the request is sent to a hosted model. Removed is data that identifies a person and can be recognised by its form, its check digits or a list of names. A customer’s own server receives the unchanged text.',
});
describeEnum(TaskLabel, 'TaskLabel', 'Label of each answer of a task.', {
  NOT_FINAL: 'A person must review it before end customers see it.',
});
describeEnum(ProviderName, 'ModelProvider', 'Provider that runs a model.', {
  OWN: "The customer's own OpenAI-compatible server.",
  EMBEDDED: 'The engine of this service: no model, no key, no network.',
});
describeEnum(Confidence, 'Confidence', 'How reliable figures are.', {
  HIGH: 'Published by the vendor.',
  MEDIUM: 'Published by others, or sources differ.',
  LOW: 'Taken from a similar model.',
});
describeEnum(RetentionKind, 'RetentionKind', 'What a provider keeps of a request after it has answered.', {
  NOTHING: 'It keeps no content.',
  LOGS: 'It keeps a copy for some days, to detect abuse or for audits, and then deletes it.',
  UNKNOWN: 'The provider publishes no retention period.',
  OWN_ACCOUNT: "The customer's own account is used, and the customer's contract decides.",
  OWN_SERVER: "The customer's own server, whose owner decides.",
});
describeEnum(Currency, 'Currency', 'Currency of amounts.');

/** What the things of one version find each other by. */
export interface CatalogueContents {
  readonly clusters: readonly ClusterView[];
  readonly slots: readonly SlotView[];
  readonly tasks: readonly TaskView[];
  deployment(id: string): DeploymentView;
}

@ObjectType('Cluster', { description: 'Slots for work of one kind.' })
export class ClusterView {
  @Field(() => String, { description: 'E.g. `deep-reasoning`.' }) readonly name: string;
  @Field(() => String) readonly title: string;
  @Field(() => String, { description: 'What the work is that its slots are for.' }) readonly purpose: string;
  readonly #contents: CatalogueContents;

  constructor(contents: CatalogueContents, { name, title, purpose }: ClusterEntry) {
    this.#contents = contents;
    this.name = name;
    this.title = title;
    this.purpose = purpose;
  }

  @AtMost(CATALOGUE_LIMITS.slots)
  @Field(() => [SlotView], { description: 'Its slots.' })
  get slots(): SlotView[] {
    return this.#contents.slots.filter(({ cluster }) => cluster === this);
  }
}

@ObjectType('SlotDeployments', { description: 'What runs a slot.' })
class SlotDeploymentsView {
  readonly #contents: CatalogueContents;
  readonly #entry: SlotEntry;

  constructor(contents: CatalogueContents, entry: SlotEntry) {
    this.#contents = contents;
    this.#entry = entry;
  }

  @Field(() => DeploymentView, { description: 'Taken where nothing speaks against it.' })
  get preferred(): DeploymentView {
    return this.#contents.deployment(this.#entry.preferred);
  }

  @AtMost(CATALOGUE_LIMITS.alternates)
  @Field(() => [DeploymentView], { description: 'May stand in, in this order.' })
  get alternates(): DeploymentView[] {
    return this.#entry.alternates.map((id) => this.#contents.deployment(id));
  }

  @Field(() => DeploymentView, {
    nullable: true,
    description: 'Taken beyond the soft cap. Null where none is: the call stays where it was.',
  })
  get economy(): DeploymentView | null {
    const { economy } = this.#entry;
    return economy === null ? null : this.#contents.deployment(economy);
  }
}

@ObjectType('ModelSlot', { description: 'A place for one model, with those that may stand in for it, and one task.' })
export class SlotView {
  @Field(() => String, { description: 'Cluster and slot, e.g. `deep-reasoning/evidence-chain`.' })
  readonly name: string;
  @Field(() => String, { description: 'What its model is for.' }) readonly purpose: string;
  readonly #contents: CatalogueContents;
  readonly #cluster: string | null;
  readonly #deployments: SlotDeploymentsView;

  constructor(contents: CatalogueContents, entry: SlotEntry) {
    this.#contents = contents;
    this.#cluster = entry.cluster;
    this.name = entry.name;
    this.purpose = entry.purpose;
    this.#deployments = new SlotDeploymentsView(contents, entry);
  }

  @Field(() => ClusterView, { nullable: true, description: 'The cluster that it is in. Null for pictures.' })
  get cluster(): ClusterView | null {
    return this.#contents.clusters.find(({ name }) => name === this.#cluster) ?? null;
  }

  @Field(() => TaskView, { description: 'What callers name to use it.' })
  get task(): TaskView {
    return this.#contents.tasks.find((task) => task.slot === this)!;
  }

  @AccessFor('models:read-prices')
  @Field(() => SlotDeploymentsView, { nullable: true, description: 'What runs it, for operators.' })
  get deployments(): SlotDeploymentsView {
    return this.#deployments;
  }
}

@ObjectType({ description: 'From where to where.' })
class TemperatureBounds {
  @Field(() => Float, { description: 'At least so much.' }) readonly min!: number;
  @Field(() => Float, { description: 'At most so much.' }) readonly max!: number;
}

@ObjectType('TaskParameters', { description: 'What callers may set, and how far.' })
class TaskParametersView {
  @Field(() => Int, { description: 'Of output, where the caller names no number.' })
  readonly defaultMaxOutputTokens!: number;
  @Field(() => Int, { description: 'Of output. More is refused.' }) readonly maxOutputTokens!: number;
  @Field(() => TemperatureBounds, { nullable: true, description: 'Null: a temperature is left out, with a warning.' })
  readonly temperature!: TaskParameters['temperature'];
}

@ObjectType('ImageTaskParameters', { description: 'What callers may ask of a task that draws.' })
class ImageParametersView {
  @Field(() => Int, { description: 'Pictures of one prompt.' }) readonly maxCount!: number;
  @Field(() => Int, { description: 'Of the prompt.' }) readonly maxPromptCharacters!: number;
}

@ObjectType('Task', { description: 'What callers name in the place of a model.' })
export class TaskView {
  @Field(() => String, { description: 'What `/v1` takes as `model`, e.g. `human-phrasing/warm-tone`.' })
  readonly name: string;
  @Field(() => TaskKind, { description: 'Texts or pictures.' }) readonly kind: TaskKind;
  @Field(() => Int, { description: 'Counts the changes of this task, from 1. It stands in every run.' })
  readonly version: number;
  @Field(() => String) readonly title: string;
  @Field(() => String, { description: 'What it is for and what it is not.' }) readonly description: string;
  @Field(() => TaskParametersView, { nullable: true, description: 'What callers may set. Null for pictures.' })
  readonly parameters: TaskParameters | null;
  @Field(() => ImageParametersView, { nullable: true, description: 'What callers may ask for. Null for texts.' })
  readonly images: ImageParameters | null;
  @Field(() => [TaskGate], {
    description: 'What has to have happened before a call. A gate that nobody can open refuses it.',
  })
  readonly gates: readonly TaskGate[];
  @Field(() => [TaskLabel], { description: 'What its answers say of themselves.' })
  readonly labels: readonly TaskLabel[];
  @Field(() => DataClass, { description: 'Where the text of a request may be sent.' }) readonly dataClass: DataClass;
  @Field(() => TaskRedaction, { description: 'When personal data is removed from a request.' })
  readonly redaction: TaskRedaction;
  @Field(() => Boolean, {
    description:
      'Whether what was taken out stands in the answer again, where the caller does not say. False where nothing is.',
  })
  readonly restoresRedacted: boolean;
  @Field(() => Boolean, { description: 'Whether what was sent and answered is kept with the run.' })
  readonly keepsContent: boolean;
  @Field(() => Int, { nullable: true, description: 'After so many days what was kept is gone. Null where nothing is.' })
  readonly contentRetentionDays: number | null;
  readonly #contents: CatalogueContents;
  readonly #slot: string;

  constructor(contents: CatalogueContents, entry: TaskEntry) {
    this.#contents = contents;
    this.#slot = entry.slot;
    this.name = entry.name;
    this.version = entry.version;
    this.title = entry.title;
    this.description = entry.description;
    this.kind = entry.kind;
    this.parameters = entry.kind === TaskKind.TEXT ? entry.parameters : null;
    this.images = entry.kind === TaskKind.IMAGE ? entry.images : null;
    this.gates = entry.gates;
    this.labels = entry.labels;
    this.dataClass = entry.dataClass;
    this.redaction = redactionOf(entry);
    this.restoresRedacted = restoresRedacted(entry);
    this.keepsContent = entry.content.keep;
    this.contentRetentionDays = entry.content.retentionDays;
  }

  @Field(() => SlotView, { description: 'Whose models it is run by.' })
  get slot(): SlotView {
    return this.#contents.slots.find(({ name }) => name === this.#slot)!;
  }

  @Field(() => ClusterView, { nullable: true, description: 'The cluster of its slot. Null for pictures.' })
  get cluster(): ClusterView | null {
    return this.slot.cluster;
  }
}

@ObjectType('Retention', {
  description: 'What a provider keeps of a request, and what is sent so that it keeps the least.',
})
export class RetentionView {
  @Field(() => RetentionKind, { description: 'What happens to a request once it is answered.' })
  readonly kind!: RetentionKind;
  @Field(() => Int, { nullable: true, description: 'Days that it is kept. 0: not at all. Null: not known.' })
  readonly days!: number | null;
  @Field(() => String, {
    nullable: true,
    description: 'Setting that each request carries, e.g. `store: false`. Null where the provider has none.',
  })
  readonly setting!: string | null;
  @Field(() => String, { nullable: true, description: 'Exceptions and conditions. May change.' })
  readonly note!: string | null;
  @Field(() => String, { nullable: true, description: 'Page that says so. Null where none does.' })
  readonly source!: string | null;
  @Field(() => String, { nullable: true, description: 'Day on which the page was read, e.g. `2026-11-24`.' })
  readonly checkedAt!: string | null;
}

@ObjectType('Deployment', { description: 'A model at a provider.' })
export class DeploymentView {
  @Field(() => String, { description: 'Provider and model, e.g. `openai/gpt-6.1-sol`.' }) readonly name: string;
  @Field(() => ProviderName, { description: 'Who runs it.' }) readonly provider: ProviderName;
  @Field(() => TaskKind, { description: 'What it makes.' }) readonly kind: TaskKind;
  @Field(() => String, { description: 'As the provider calls it.' }) readonly model: string;
  @Field(() => Int, { nullable: true, description: 'Tokens of input and output together. Null for pictures.' })
  readonly contextWindow: number | null;
  @Field(() => Int, { nullable: true, description: 'Null where the provider sets no other bound than the window.' })
  readonly maxInputTokens: number | null;
  @Field(() => Int, { nullable: true, description: 'Null where the provider names none.' })
  readonly maxOutputTokens: number | null;
  @Field(() => Confidence, { description: 'Of these figures.' }) readonly confidence: Confidence;
  @Field(() => Boolean, { nullable: true, description: 'Null where it is not known.' })
  readonly mixtureOfExperts: boolean | null;
  @Field(() => DataClass, { description: 'What may be sent to it.' }) readonly dataClass: DataClass;
  @Field(() => Boolean, { description: 'Where it does not, a temperature is left out, and that is said.' })
  readonly takesTemperature: boolean;
  @Field(() => Boolean, { description: 'Whether it calls tools that the caller brings.' }) readonly takesTools: boolean;
  @Field(() => Boolean, { description: 'Whether it can be held to a JSON schema.' })
  readonly takesOutputSchema: boolean;
  @Field(() => Boolean, {
    description:
      'Whether the JSON schema of an answer may contain itself, e.g. a tree. Other models are not called then.',
  })
  readonly takesRecursiveSchema: boolean;
  @Field(() => RetentionView, {
    description:
      "What the provider keeps of a request with this service's key. A customer's own key has its own contract.",
  })
  readonly retention: Retention;
  @Field(() => DeploymentImagesView, { nullable: true, description: 'Null where it makes texts.' })
  readonly images: DeploymentImagesView | null;
  readonly #contents: CatalogueContents;

  constructor(contents: CatalogueContents, entry: DeploymentEntry) {
    this.#contents = contents;
    this.name = entry.id;
    this.provider = entry.provider;
    this.model = entry.model;
    const text = entry.kind === TaskKind.TEXT ? entry : null;
    this.kind = entry.kind;
    this.contextWindow = text?.contextWindow ?? null;
    this.maxInputTokens = text?.maxInputTokens ?? null;
    this.maxOutputTokens = text?.maxOutputTokens ?? null;
    this.confidence = entry.confidence;
    this.mixtureOfExperts = entry.mixtureOfExperts;
    this.dataClass = entry.dataClass;
    this.retention = retentionOf(entry);
    this.takesTemperature = text?.takesTemperature ?? false;
    this.takesTools = text?.takesTools ?? false;
    this.takesOutputSchema = text?.takesOutputSchema ?? false;
    this.takesRecursiveSchema = text !== null && takesRecursiveSchema(text);
    this.images = entry.kind === TaskKind.IMAGE ? new DeploymentImagesView(entry) : null;
  }

  @AtMost(CATALOGUE_LIMITS.slots)
  @Field(() => [SlotView], { description: 'Slots that it is preferred in or may stand in for.' })
  get slots(): SlotView[] {
    return this.#contents.slots.filter(
      ({ deployments: { preferred, alternates } }) => preferred === this || alternates.includes(this),
    );
  }
}

@ObjectType('PriceTier', {
  description: 'Rates that count from a size of the input on. In micros for a million tokens.',
})
class PriceTierView {
  @Field(() => Int, { description: 'Counts where the input has more tokens than this.' })
  readonly aboveInputTokens!: number;
  @Field(() => GraphQLSafeInt, { description: 'Of input.' }) readonly inputMicros!: number;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Of input that the provider had kept. Null: as any.' })
  readonly cachedInputMicros!: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Of input that the provider writes into its cache. Null: the same as other input.',
  })
  readonly cacheWriteMicros?: number | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Of input that the provider writes into its cache for an hour. Null: the same as other writes.',
  })
  readonly hourCacheWriteMicros?: number | null;
  @Field(() => GraphQLSafeInt, { description: 'Of output, reasoning among it.' }) readonly outputMicros!: number;
}

@ObjectType('PeakWindow', {
  description: 'Hours of the day, UTC. One that begins later than it ends goes on past midnight.',
})
class PeakWindowView {
  @Field(() => Int, { description: 'From this hour on.' }) readonly fromHour!: number;
  @Field(() => Int, { description: 'Until this hour begins.' }) readonly toHour!: number;
}

@ObjectType('PeakHours', { description: 'When everything costs more.' })
class PeakHoursView {
  @AtMost(CATALOGUE_LIMITS.windows)
  @Field(() => [PeakWindowView], { description: 'The hours.' })
  readonly windows!: PeakWindowView[];
  @Field(() => Boolean, { description: 'Whether Saturday and Sunday, UTC, have none.' })
  readonly isWeekdaysOnly!: boolean;
  @Field(() => Float, { description: 'So many times as much.' }) readonly factor!: number;
}

@ObjectType('Price', {
  description:
    'What a deployment costs from a day on. Amounts are micros, millionths of the currency. A deployment without a price costs nobody knows what, which is not nothing.',
})
export class PriceView {
  @Field(() => DeploymentView, { description: 'Whose price it is.' }) readonly deployment: DeploymentView;
  @Field(() => Currency, { description: 'Currency of amounts.' }) readonly currency: Currency;
  @Field(() => GraphQLDateTime, { description: 'It holds from then on.' }) readonly validFrom: Date;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'And until then. Null: until the next one begins.' })
  readonly validUntil: Date | null;
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [PriceTierView], { description: 'By the size of the input, the first from 0 tokens on.' })
  readonly tiers: readonly PriceTier[];
  @Field(() => PeakHoursView, { nullable: true, description: 'Null where all hours cost the same.' })
  readonly peak: PeakHours | null;
  @Field(() => GraphQLSafeInt, { description: 'For each call, beside its tokens, in micros.' })
  readonly perRequestMicros: number;
  @Field(() => ImagePriceView, { nullable: true, description: 'Null for a deployment that makes texts.' })
  readonly images: ImagePrice | null;
  @Field(() => String, { description: 'Where the figures come from and when they were read.' }) readonly source: string;

  constructor(contents: CatalogueContents, entry: PriceEntry) {
    this.deployment = contents.deployment(entry.deployment);
    this.currency = entry.currency;
    this.validFrom = new Date(entry.validFrom);
    this.validUntil = entry.validUntil === null ? null : new Date(entry.validUntil);
    this.tiers = entry.tiers;
    this.peak = entry.peak;
    this.perRequestMicros = entry.perRequestMicros;
    this.images = entry.images;
    this.source = entry.source;
  }
}
