import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { ModelsApi } from '../../models/index.ts';
import { AccessForEveryone } from '../../platform/auth/access.ts';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { type Capability, CapabilityStatus, capabilitiesOf } from './capabilities.ts';

/** Upper bound: `CAPABILITIES`, plus one capability for each gated task of a large catalogue. */
const MOST_CAPABILITIES = 100;

describeEnum(CapabilityStatus, 'CapabilityStatus', 'Availability of a capability in this installation.', {
  AVAILABLE: 'Available.',
  ROADMAP: 'Planned and not built yet. `workaround` says what to do until then.',
});

@ObjectType('Capability', { description: 'A capability of the gateway, available or planned.' })
class CapabilityView {
  @Field(() => String, { description: 'Stable name, e.g. `chat-completions`. Its meaning never changes.' })
  readonly name!: string;

  @Field(() => CapabilityStatus, { description: 'Availability of the capability.' })
  readonly status!: CapabilityStatus;

  @Field(() => String, { description: 'Description for developers.' })
  readonly description!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Version of the service that introduced the capability. Null if it isn’t available yet.',
  })
  readonly since!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Workaround until the capability is available. Null if it is available.',
  })
  readonly workaround!: string | null;
}

@Resolver()
export class CapabilityResolver {
  readonly #models: Pick<ModelsApi, 'current'>;
  readonly #isSandboxOn: boolean;

  constructor(models: Pick<ModelsApi, 'current'>, isSandboxOn: boolean) {
    this.#models = models;
    this.#isSandboxOn = isSandboxOn;
  }

  @AccessForEveryone()
  @AtMost(MOST_CAPABILITIES)
  @Query(() => [CapabilityView], { description: 'Available and planned capabilities of the gateway.' })
  async capabilities(): Promise<Capability[]> {
    return capabilitiesOf(await this.#models.current(), this.#isSandboxOn).slice(0, MOST_CAPABILITIES);
  }
}
