import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { inboundSecret } from './inbound-secret.ts';
import { changeOf } from './setting.inputs.ts';
import { readStored } from './setting.sql.ts';
import { SettingOrigin } from './setting-origin.ts';
import type { Settings } from './settings.ts';

@ObjectType({ description: 'Origin of the inbound secret. The secret itself is write-only.' })
class SecretSetting {
  @Field(() => SettingOrigin, { description: 'Origin of the current secret.' })
  readonly origin: SettingOrigin;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the secret was set in the back office. Null for a value from the environment.',
  })
  readonly updatedAt: Date | null;

  constructor(origin: SettingOrigin, updatedAt: Date | null) {
    this.origin = origin;
    this.updatedAt = updatedAt;
  }
}

@InputType({ description: 'Inbound secret to set.' })
class SetIntegrationsInboundSecretInput {
  @Field(() => String, { nullable: true, description: 'New secret. Null restores the value of the environment.' })
  secret?: string | null;
}

@ObjectType({ description: 'The new inbound secret is in force.' })
class StoredInboundSecret {
  readonly #read: () => Promise<SecretSetting>;

  constructor(read: () => Promise<SecretSetting>) {
    this.#read = read;
  }

  @Field(() => SecretSetting, {
    nullable: true,
    description: 'Origin of the current secret. Null if it could not be read: see `errors`.',
  })
  setting(): Promise<SecretSetting> {
    return this.#read();
  }
}

const SetInboundSecretResult = resultOf('SetIntegrationsInboundSecret', StoredInboundSecret);

/** The deprecated API of the inbound secret, on top of the general settings API. */
@Resolver()
export class InboundSecretResolver {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  @AccessFor('settings:manage')
  @Query(() => SecretSetting, {
    description: 'Origin of the inbound secret of the integrations: the back office or the environment.',
    deprecationReason: 'Use `settings`. Removal on 2027-06-01.',
  })
  async integrationsInboundSecret(@Ctx() { em }: Context): Promise<SecretSetting> {
    const kept = (await readStored(em)).get(inboundSecret.name);
    const { origin } = this.#settings.auditedValueOf(inboundSecret, kept);
    return new SecretSetting(origin, origin === SettingOrigin.BACK_OFFICE ? new Date(kept!.updatedAt) : null);
  }

  @AccessFor('settings:manage')
  @AfterStepUp()
  @Mutation(() => SetInboundSecretResult, {
    nullable: true,
    description:
      'Sets the inbound secret of the integrations. Takes effect with the next request; the earlier secret is refused.',
    deprecationReason:
      'Use `updateSetting`, which can keep the earlier secret valid for a while. Removal on 2027-06-01.',
  })
  async setIntegrationsInboundSecret(
    @Arg('input', () => SetIntegrationsInboundSecretInput) { secret }: SetIntegrationsInboundSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof SetInboundSecretResult> {
    const { name } = inboundSecret;
    const change = changeOf(inboundSecret, { name, secret, reset: secret == null, overlapHours: 0 });
    if (change instanceof Problem) return change;
    await this.#settings.change(ctx, inboundSecret, change);
    return new StoredInboundSecret(() => this.integrationsInboundSecret(ctx));
  }
}
