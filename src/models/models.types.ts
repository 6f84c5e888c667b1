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
import { PeakHoursView, PriceTierView } from './price-rates.types.ts';
import { takesRecursiveSchema } from './recursive-schemas.ts';
import { retentionOf } from './retention.ts';
import { RetentionView } from './retention.types.ts';
import { redactionOf, restoresRedacted } from './task-redaction.ts';

describeEnum(DataClass, 'DataClass', 'Where the text of a request is processed.', {
  HOSTED: 'On servers of providers.',
  LOCAL_ONLY: 'On the customer’s own server or in this service, never at a hosted provider.',
});
describeEnum(TaskKind, 'TaskKind', 'Kind of output of a task or a deployment.', { TEXT: 'Text.', IMAGE: 'Images.' });
describeEnum(TaskGate, 'TaskGate', 'Condition that must be met before the output of a task is released.', {
  APPROVAL: 'The output is held until an operator approves it.',
});
describeEnum(TaskRedaction, 'TaskRedaction', 'Removal of personal data from requests.', {
  NONE: 'Personal data is not removed.',
  BEFORE_HOSTED:
    'Removed before the request is sent to a hosted model: data that identifies a person and can be recognised by its form, its check digits or a list of names. A customer’s own server receives the unchanged text.',
});
describeEnum(TaskLabel, 'TaskLabel', 'Label of each answer of a task.', {
  NOT_FINAL: 'A person must review each answer before an end customer sees it.',
});
describeEnum(ProviderName, 'ModelProvider', 'Provider that runs a model.', {
  OPENAI: 'OpenAI.',
  ANTHROPIC: 'Anthropic.',
  DEEPSEEK: 'DeepSeek.',
  MISTRAL: 'Mistral.',
  XAI: 'xAI.',
  GOOGLE: 'Google, by its Gemini API.',
  PERPLEXITY: 'Perplexity.',
  OWN: 'The customer’s own OpenAI-compatible server.',
  EMBEDDED: 'The engine of this service: no model, no key, no network.',
});
describeEnum(Confidence, 'Confidence', 'Reliability of figures in the catalogue.', {
  HIGH: 'The vendor publishes the figures.',
  MEDIUM: 'Only others publish the figures, or the sources differ.',
  LOW: 'The figures are those of a similar model.',
});
describeEnum(Currency, 'Currency', 'Currency of amounts.', { USD: 'US dollar.' });

/** GraphQL objects of one version of the catalogue. Each object finds its related objects through this interface. */
export interface CatalogueContents {
  readonly clusters: readonly ClusterView[];
  readonly slots: readonly SlotView[];
  readonly tasks: readonly TaskView[];
  deployment(id: string): DeploymentView;
}

@ObjectType('Cluster', { description: 'Group of catalogue slots for one kind of work.' })
export class ClusterView {
  @Field(() => String, { description: 'Name of the cluster, such as `deep-reasoning`.' }) readonly name: string;
  @Field(() => String, { description: 'Display title.' }) readonly title: string;
  @Field(() => String, { description: 'Kind of work that the slots of the cluster are for.' }) readonly purpose: string;
  readonly #contents: CatalogueContents;

  constructor(contents: CatalogueContents, { name, title, purpose }: ClusterEntry) {
    this.#contents = contents;
    this.name = name;
    this.title = title;
    this.purpose = purpose;
  }

  @AtMost(CATALOGUE_LIMITS.slots)
  @Field(() => [SlotView], { description: 'Slots of the cluster.' })
  get slots(): SlotView[] {
    return this.#contents.slots.filter(({ cluster }) => cluster === this);
  }
}

@ObjectType('SlotDeployments', { description: 'Deployments that can run a slot.' })
class SlotDeploymentsView {
  readonly #contents: CatalogueContents;
  readonly #entry: SlotEntry;

  constructor(contents: CatalogueContents, entry: SlotEntry) {
    this.#contents = contents;
    this.#entry = entry;
  }

  @Field(() => DeploymentView, {
    description: 'Deployment that the first routing policy calls first. Later policies can choose another order.',
  })
  get preferred(): DeploymentView {
    return this.#contents.deployment(this.#entry.preferred);
  }

  @AtMost(CATALOGUE_LIMITS.alternates)
  @Field(() => [DeploymentView], {
    description: 'Deployments that the first routing policy calls next, in this order, if the preferred one fails.',
  })
  get alternates(): DeploymentView[] {
    return this.#entry.alternates.map((id) => this.#contents.deployment(id));
  }

  @Field(() => DeploymentView, {
    nullable: true,
    description:
      'Deployment that the first routing policy calls first once the soft cap is reached. Null: such calls use the usual order.',
  })
  get economy(): DeploymentView | null {
    const { economy } = this.#entry;
    return economy === null ? null : this.#contents.deployment(economy);
  }
}

@ObjectType('ModelSlot', { description: 'Entry of the catalogue for one task, with the deployments that can run it.' })
export class SlotView {
  @Field(() => String, { description: 'Name of the slot, as `cluster/slot`, such as `deep-reasoning/evidence-chain`.' })
  readonly name: string;
  @Field(() => String, { description: 'Kind of work that the slot is for, in a sentence.' }) readonly purpose: string;
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

  @Field(() => ClusterView, { nullable: true, description: 'Cluster of the slot. Null for slots of image tasks.' })
  get cluster(): ClusterView | null {
    return this.#contents.clusters.find(({ name }) => name === this.#cluster) ?? null;
  }

  @Field(() => TaskView, { description: 'Task by which callers use the slot.' })
  get task(): TaskView {
    return this.#contents.tasks.find((task) => task.slot === this)!;
  }

  @AccessFor('models:read-prices')
  @Field(() => SlotDeploymentsView, { nullable: true, description: 'Deployments of the slot. Operators only.' })
  get deployments(): SlotDeploymentsView {
    return this.#deployments;
  }
}

@ObjectType({ description: 'Range of the temperature.' })
class TemperatureBounds {
  @Field(() => Float, { description: 'Lowest temperature that callers can set.' }) readonly min!: number;
  @Field(() => Float, { description: 'Highest temperature that callers can set.' }) readonly max!: number;
}

@ObjectType('TaskParameters', { description: 'Parameters that callers can set, and their limits.' })
class TaskParametersView {
  @Field(() => Int, { description: 'Maximum output tokens if the caller sends no limit.' })
  readonly defaultMaxOutputTokens!: number;
  @Field(() => Int, { description: 'Highest limit of output tokens. Requests for more are refused.' })
  readonly maxOutputTokens!: number;
  @Field(() => TemperatureBounds, {
    nullable: true,
    description: 'Range of `temperature`. Null: a temperature is ignored, with a warning.',
  })
  readonly temperature!: TaskParameters['temperature'];
}

@ObjectType('ImageTaskParameters', { description: 'Limits of requests to an image task.' })
class ImageParametersView {
  @Field(() => Int, { description: 'Maximum images per prompt.' }) readonly maxCount!: number;
  @Field(() => Int, { description: 'Maximum characters of the prompt.' }) readonly maxPromptCharacters!: number;
}

@ObjectType('Task', { description: 'Unit of work that callers request instead of a model.' })
export class TaskView {
  @Field(() => String, {
    description: 'Name of the task, which `/v1` accepts as `model`, such as `human-phrasing/warm-tone`.',
  })
  readonly name: string;
  @Field(() => TaskKind, { description: 'Kind of output.' }) readonly kind: TaskKind;
  @Field(() => Int, {
    description: 'Version of this task: 1 when it is new, and one more after each change. Recorded with every run.',
  })
  readonly version: number;
  @Field(() => String, { description: 'Display title.' }) readonly title: string;
  @Field(() => String, { description: 'Purpose and limits of the task.' }) readonly description: string;
  @Field(() => TaskParametersView, {
    nullable: true,
    description: 'Parameters that callers can set. Null for image tasks.',
  })
  readonly parameters: TaskParameters | null;
  @Field(() => ImageParametersView, { nullable: true, description: 'Limits of image requests. Null for text tasks.' })
  readonly images: ImageParameters | null;
  @Field(() => [TaskGate], {
    description:
      'Conditions for releasing an answer, such as APPROVAL. A request is refused if the service can’t meet a condition.',
  })
  readonly gates: readonly TaskGate[];
  @Field(() => [TaskLabel], { description: 'Labels that each answer carries.' })
  readonly labels: readonly TaskLabel[];
  @Field(() => DataClass, {
    description: 'Where the text of a request may be processed. HOSTED allows the places of LOCAL_ONLY as well.',
  })
  readonly dataClass: DataClass;
  @Field(() => TaskRedaction, { description: 'Removal of personal data from requests.' })
  readonly redaction: TaskRedaction;
  @Field(() => Boolean, {
    description:
      'True if redacted values are put back into the answer by default; `restoreRedacted` of a request overrides it. False if nothing is redacted.',
  })
  readonly restoresRedacted: boolean;
  @Field(() => Boolean, { description: 'True if input and output are stored with the run.' })
  readonly keepsContent: boolean;
  @Field(() => Int, {
    nullable: true,
    description: 'Days after which stored content is deleted. Null if none is stored.',
  })
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

  @Field(() => SlotView, { description: 'Slot whose models run the task.' })
  get slot(): SlotView {
    return this.#contents.slots.find(({ name }) => name === this.#slot)!;
  }

  @Field(() => ClusterView, { nullable: true, description: "Cluster of the task's slot. Null for image tasks." })
  get cluster(): ClusterView | null {
    return this.slot.cluster;
  }
}

@ObjectType('Deployment', { description: 'A model at a provider.' })
export class DeploymentView {
  @Field(() => String, { description: 'Name of the deployment, as `provider/model`, such as `openai/gpt-6.1-sol`.' })
  readonly name: string;
  @Field(() => ProviderName, { description: 'Provider that runs the model.' }) readonly provider: ProviderName;
  @Field(() => TaskKind, { description: 'Kind of output.' }) readonly kind: TaskKind;
  @Field(() => String, { description: 'Name of the model at the provider.' }) readonly model: string;
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum tokens of input and output together. Null for image models.',
  })
  readonly contextWindow: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum input tokens. Null if only the context window limits them, and for image models.',
  })
  readonly maxInputTokens: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum output tokens. Null if the provider publishes no limit, and for image models.',
  })
  readonly maxOutputTokens: number | null;
  @Field(() => Confidence, { description: 'Reliability of the limits and abilities listed here.' })
  readonly confidence: Confidence;
  @Field(() => Boolean, { nullable: true, description: 'True for a mixture-of-experts model. Null if unknown.' })
  readonly mixtureOfExperts: boolean | null;
  @Field(() => DataClass, {
    description: 'Where the deployment runs. Tasks that are LOCAL_ONLY can use only deployments that are LOCAL_ONLY.',
  })
  readonly dataClass: DataClass;
  @Field(() => Boolean, {
    description: 'True if the model accepts a temperature. Otherwise it is ignored, with a warning.',
  })
  readonly takesTemperature: boolean;
  @Field(() => Boolean, { description: 'True if the model can call tools of the caller.' })
  readonly takesTools: boolean;
  @Field(() => Boolean, { description: 'True if the model accepts a JSON schema for its answer.' })
  readonly takesOutputSchema: boolean;
  @Field(() => Boolean, {
    description:
      "True if the JSON schema of an answer can refer to itself, as for a tree. Other models aren't called with such a schema.",
  })
  readonly takesRecursiveSchema: boolean;
  @Field(() => RetentionView, {
    description:
      'Data that the provider keeps of a request made with a key of this service. For a customer’s own key, the customer’s contract applies.',
  })
  readonly retention: Retention;
  @Field(() => DeploymentImagesView, { nullable: true, description: 'Image sizes and limits. Null for text models.' })
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
  @Field(() => [SlotView], { description: 'Slots that have this deployment, as the preferred one or an alternate.' })
  get slots(): SlotView[] {
    return this.#contents.slots.filter(
      ({ deployments: { preferred, alternates } }) => preferred === this || alternates.includes(this),
    );
  }
}

@ObjectType('Price', {
  description:
    'Price of a deployment for a period. Amounts are micros (millionths of the currency). A deployment without a price has an unknown cost, not 0.',
})
export class PriceView {
  @Field(() => DeploymentView, { description: 'Deployment that the price applies to.' })
  readonly deployment: DeploymentView;
  @Field(() => Currency, { description: 'Currency of amounts.' }) readonly currency: Currency;
  @Field(() => GraphQLDateTime, { description: 'Time from which the price applies.' }) readonly validFrom: Date;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time until which the price applies, exclusive. Null: until the next price starts.',
  })
  readonly validUntil: Date | null;
  @AtMost(CATALOGUE_LIMITS.tiers)
  @Field(() => [PriceTierView], {
    description: 'Rates for tokens, by size of the input. The first tier starts at 0 tokens.',
  })
  readonly tiers: readonly PriceTier[];
  @Field(() => PeakHoursView, { nullable: true, description: 'Peak hours. Null if all hours cost the same.' })
  readonly peak: PeakHours | null;
  @Field(() => GraphQLSafeInt, { description: 'Price per call in addition to its tokens, in micros of the currency.' })
  readonly perRequestMicros: number;
  @Field(() => ImagePriceView, { nullable: true, description: 'Prices of images. Null for text deployments.' })
  readonly images: ImagePrice | null;
  @Field(() => String, { description: 'Source of the prices, and the date on which they were read there.' })
  readonly source: string;

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
