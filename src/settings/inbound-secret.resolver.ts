import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, createUnionType, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { InputInvalid, Problem } from '../platform/graphql/problem.ts';
import { inboundSecret } from './inbound-secret.ts';
import { changeOf } from './setting.inputs.ts';
import { keptRows } from './setting.repository.ts';
import { SettingOrigin } from './setting-origin.ts';
import type { Settings } from './settings.ts';

@ObjectType({ description: 'A secret is write-only: what can be read is where it comes from.' })
class SecretSetting {
  @Field(() => SettingOrigin)
  readonly origin: SettingOrigin;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null for a value from the environment.' })
  readonly updatedAt: Date | null;

  constructor(origin: SettingOrigin, updatedAt: Date | null) {
    this.origin = origin;
    this.updatedAt = updatedAt;
  }
}

const SetInboundSecretResult = createUnionType({
  name: 'SetIntegrationsInboundSecretResult',
  types: () => [SecretSetting, InputInvalid] as const,
});

/** How the inbound secret was seen and set before there were others, on top of what holds for all of them. */
@Resolver()
export class InboundSecretResolver {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  @AccessFor('settings:manage')
  @Query(() => SecretSetting, {
    description: 'Marketing hub › host settings › Integrations inbound secret.',
    deprecationReason: 'Use `settings`. Removal on 2027-06-01.',
  })
  async integrationsInboundSecret(@Ctx() { em }: Context): Promise<SecretSetting> {
    const kept = (await keptRows(em)).get(inboundSecret.name);
    const { origin } = this.#settings.told(inboundSecret, kept);
    return new SecretSetting(origin, origin === SettingOrigin.BACK_OFFICE ? new Date(kept!.updatedAt) : null);
  }

  @AccessFor('settings:manage')
  @Mutation(() => SetInboundSecretResult, {
    description:
      'Wins over the environment, from the next request on, and the earlier one is out. Null gives the environment its place back.',
    deprecationReason:
      'Use `changeSetting`, which can let the earlier secret go on for a while. Removal on 2027-06-01.',
  })
  async setIntegrationsInboundSecret(
    @Arg('secret', () => String, { nullable: true }) secret: string | null,
    @Ctx() ctx: Context,
  ): Promise<typeof SetInboundSecretResult> {
    const { name } = inboundSecret;
    const change = changeOf(inboundSecret, { name, secret, reset: secret == null, overlapHours: 0 });
    if (change instanceof Problem) return change;
    await this.#settings.change(ctx, inboundSecret, change);
    return this.integrationsInboundSecret(ctx);
  }
}
