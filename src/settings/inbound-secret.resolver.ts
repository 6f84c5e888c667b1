import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { inboundSecret } from './inbound-secret.ts';
import { changeOf } from './setting.inputs.ts';
import { readKept } from './setting.sql.ts';
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

@InputType({ description: 'What integrations have to show.' })
class SetIntegrationsInboundSecretInput {
  @Field(() => String, { nullable: true, description: 'Null gives the environment its place back.' })
  secret?: string | null;
}

@ObjectType({ description: 'The secret is in force.' })
class ChangedInboundSecret {
  readonly #read: () => Promise<SecretSetting>;

  constructor(read: () => Promise<SecretSetting>) {
    this.#read = read;
  }

  @Field(() => SecretSetting, {
    nullable: true,
    description: 'Where it comes from now. Null when that could not be read.',
  })
  setting(): Promise<SecretSetting> {
    return this.#read();
  }
}

const SetInboundSecretResult = resultOf('SetIntegrationsInboundSecret', ChangedInboundSecret);

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
    const kept = (await readKept(em)).get(inboundSecret.name);
    const { origin } = this.#settings.told(inboundSecret, kept);
    return new SecretSetting(origin, origin === SettingOrigin.BACK_OFFICE ? new Date(kept!.updatedAt) : null);
  }

  @AccessFor('settings:manage')
  @AfterStepUp()
  @Mutation(() => SetInboundSecretResult, {
    nullable: true,
    description: 'Wins over the environment, from the next request on, and the earlier one is out.',
    deprecationReason:
      'Use `changeSetting`, which can let the earlier secret go on for a while. Removal on 2027-06-01.',
  })
  async setIntegrationsInboundSecret(
    @Arg('input', () => SetIntegrationsInboundSecretInput) { secret }: SetIntegrationsInboundSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetInboundSecretResult> {
    const { name } = inboundSecret;
    const change = changeOf(inboundSecret, { name, secret, reset: secret == null, overlapHours: 0 });
    if (change instanceof Problem) return change;
    await this.#settings.change(ctx, inboundSecret, change);
    return new ChangedInboundSecret(() => this.integrationsInboundSecret(ctx));
  }
}
