import { GraphQLDateTime } from 'graphql-scalars';
import {
  Arg,
  Ctx,
  createUnionType,
  Field,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  registerEnumType,
} from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import type { Context } from '../platform/context.ts';
import { InputInvalid, Problem } from '../platform/graphql/problem.ts';
import type { InboundSecret } from './inbound-secret.ts';
import type { Setting } from './setting.entity.ts';

const SettingOrigin = { BACK_OFFICE: 'BACK_OFFICE', ENVIRONMENT: 'ENVIRONMENT' } as const;
type SettingOrigin = (typeof SettingOrigin)[keyof typeof SettingOrigin];
registerEnumType(SettingOrigin, {
  name: 'SettingOrigin',
  description: 'Where the value in force comes from.',
  valuesConfig: {
    BACK_OFFICE: { description: 'It was set here.' },
    ENVIRONMENT: { description: 'The service was started with it, or made it at its first start.' },
  },
});

@ObjectType({ description: 'A secret is write-only: what can be read is where it comes from.' })
class SecretSetting {
  @Field(() => SettingOrigin)
  readonly origin: SettingOrigin;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null for a value from the environment.' })
  readonly updatedAt: Date | null;

  constructor(setting: Setting | null) {
    this.origin = setting ? SettingOrigin.BACK_OFFICE : SettingOrigin.ENVIRONMENT;
    this.updatedAt = setting?.updatedAt ?? null;
  }
}

const SetInboundSecretResult = createUnionType({
  name: 'SetIntegrationsInboundSecretResult',
  types: () => [SecretSetting, InputInvalid] as const,
});

@Resolver()
export class SettingResolver {
  readonly #inboundSecret: InboundSecret;

  constructor(inboundSecret: InboundSecret) {
    this.#inboundSecret = inboundSecret;
  }

  @AccessFor('settings:manage')
  @Query(() => SecretSetting, { description: 'Marketing hub › host settings › Integrations inbound secret.' })
  async integrationsInboundSecret(@Ctx() ctx: Context): Promise<SecretSetting> {
    return new SecretSetting(await this.#inboundSecret.find(ctx));
  }

  @AccessFor('settings:manage')
  @Mutation(() => SetInboundSecretResult, {
    description: 'Wins over the environment, from the next request on. Null gives the environment its place back.',
  })
  async setIntegrationsInboundSecret(
    @Arg('secret', () => String, { nullable: true }) secret: string | null,
    @Ctx() ctx: Context,
  ): Promise<typeof SetInboundSecretResult> {
    const result = await this.#inboundSecret.set(ctx, secret ?? null);
    return result instanceof Problem ? result : new SecretSetting(result);
  }
}
