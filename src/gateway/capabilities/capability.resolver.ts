import { Field, ObjectType, Query, Resolver } from 'type-graphql';
import type { ModelsApi } from '../../models/index.ts';
import { AccessForEveryone } from '../../platform/auth/access.ts';
import { describeEnum } from '../../platform/graphql/schema/graph-enum.ts';
import { AtMost } from '../../platform/graphql/schema/list-size.ts';
import { type Capability, CapabilityStatus, capabilitiesOf } from './capabilities.ts';

/** Those that are written down, and one for each task of a large catalogue. */
const MOST_CAPABILITIES = 100;

describeEnum(CapabilityStatus, 'CapabilityStatus', 'Availability of a capability in this installation.', {
  AVAILABLE: 'Available.',
  ROADMAP: 'Planned and not built yet. Requests fail with `CAPABILITY_NOT_AVAILABLE`.',
});

@ObjectType('Capability', { description: 'Something that the gateway does, or is going to.' })
class CapabilityView {
  @Field(() => String, { description: 'E.g. `chat-completions`. Never changes its meaning.' })
  readonly name!: string;

  @Field(() => CapabilityStatus, { description: 'Whether it is there.' })
  readonly status!: CapabilityStatus;

  @Field(() => String, { description: 'What it is.' })
  readonly description!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The version of the service that it came with. Null for what has not come.',
  })
  readonly since!: string | null;

  @Field(() => String, { nullable: true, description: 'What to do until it is there. Null for what is.' })
  readonly meanwhile!: string | null;
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
  @Query(() => [CapabilityView], { description: 'What the gateway does, and what is planned.' })
  async capabilities(): Promise<Capability[]> {
    return capabilitiesOf(await this.#models.current(), this.#isSandboxOn).slice(0, MOST_CAPABILITIES);
  }
}
