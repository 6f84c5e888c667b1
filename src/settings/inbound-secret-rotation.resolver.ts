import { randomBytes } from 'node:crypto';
import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Arg, Ctx, Field, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { AccessFor } from '../platform/auth/access.ts';
import { AfterStepUp } from '../platform/auth/step-up.ts';
import type { Context } from '../platform/context.ts';
import { digestOf } from '../platform/encryption/secrets.ts';
import { resultOf } from '../platform/graphql/schema/mutation-result.ts';
import { InputInvalid, NotFound, Problem } from '../platform/graphql/schema/problem.ts';
import type { Proxies } from '../platform/http/proxies.ts';
import { IdempotencyKeyReused } from '../platform/idempotency/idempotency-key-reused.ts';
import { issueOnce } from '../platform/idempotency/issue-once.ts';
import { ALREADY_ISSUED, IdempotencyKeyField, NULL_WHEN_ISSUED } from '../platform/idempotency/key-fields.ts';
import { inboundSecret, isInboundSecret } from './inbound-secret.ts';
import { changeOf, DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from './setting.inputs.ts';
import { SettingChanged } from './setting.problems.ts';
import { SettingView, settingView } from './setting.types.ts';
import { fingerprintOf, type Settings } from './settings.ts';
import { sendTestRequest, type TestRequestOutcome } from './test-request.ts';

const FINGERPRINT = /^[0-9a-f]{8}$/;

@InputType({ description: 'A new secret, made by the service.' })
class RotateIntegrationsInboundSecretInput {
  @Field(() => Int, {
    nullable: true,
    description: `How many hours the one in force goes on beside the new one, 0 to ${MAX_OVERLAP_HOURS}. Default: ${DEFAULT_OVERLAP_HOURS}. With 0, earlier ones end at once as well.`,
  })
  overlapHours?: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'The version that was read. Where there is another by now, no secret is made. Left out: whatever there is.',
  })
  expectedVersion?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@ObjectType({ description: 'The new secret is in force. It is shown here and never again.' })
class RotatedIntegrationsInboundSecret {
  @Field(() => String, {
    nullable: true,
    description: `Integrations send it as \`Authorization: Bearer <secret>\`. ${NULL_WHEN_ISSUED}`,
  })
  readonly secret: string | null;

  @Field(() => String, { description: 'By which it is told from others from now on.' })
  readonly fingerprint: string;

  readonly #read: () => Promise<SettingView>;

  @Field(() => Boolean, { description: ALREADY_ISSUED })
  readonly alreadyIssued: boolean;

  constructor(issued: { secret: string | null; fingerprint: string }, read: () => Promise<SettingView>) {
    this.secret = issued.secret;
    this.fingerprint = issued.fingerprint;
    this.alreadyIssued = issued.secret === null;
    this.#read = read;
  }

  @Field(() => SettingView, {
    nullable: true,
    description: 'Current state of the setting. Null when part of it could not be read.',
  })
  setting(): Promise<SettingView> {
    return this.#read();
  }
}

@InputType({ description: 'A secret that is to end at once.' })
class RevokeIntegrationsInboundSecretInput {
  @Field(() => String, { description: 'Of which secret, the one in force or an earlier one: eight hex digits.' })
  fingerprint!: string;
}

@ObjectType({
  description: 'It is refused from the next request on. Where it was the one in force, none is until another is made.',
})
class RevokedIntegrationsInboundSecret {
  readonly #read: () => Promise<SettingView>;

  constructor(read: () => Promise<SettingView>) {
    this.#read = read;
  }

  @Field(() => SettingView, {
    nullable: true,
    description: 'Current state of the setting. Null when part of it could not be read.',
  })
  setting(): Promise<SettingView> {
    return this.#read();
  }
}

@InputType({ description: 'A secret to be tried.' })
class SendIntegrationsTestRequestInput {
  @Field(() => String, { description: 'It is kept nowhere: the service itself does not know it any more.' })
  secret!: string;
}

@ObjectType({ description: 'What came of it.' })
class SentIntegrationsTestRequest {
  @Field(() => Boolean, {
    description: 'Whether the secret was let in: then it is answered that there is no such render.',
  })
  readonly isAccepted: boolean;

  @Field(() => Int, {
    nullable: true,
    description: '404 for who was let in, 401 for who was not. Null when nothing was answered within ten seconds.',
  })
  readonly status: number | null;

  @Field(() => GraphQLNonNegativeInt, { description: 'Milliseconds until it was answered, or given up.' })
  readonly durationMs: number;

  @Field(() => String, { description: 'What was asked: the public address of the service, as integrations ask it.' })
  readonly url: string;

  constructor({ status, durationMs, url }: TestRequestOutcome) {
    this.isAccepted = status === 404;
    this.status = status;
    this.durationMs = durationMs;
    this.url = url;
  }
}

const RotateResult = resultOf('RotateIntegrationsInboundSecret', RotatedIntegrationsInboundSecret, [
  SettingChanged,
  IdempotencyKeyReused,
]);
const RevokeResult = resultOf('RevokeIntegrationsInboundSecret', RevokedIntegrationsInboundSecret, [NotFound]);
const SendTestRequestResult = resultOf('SendIntegrationsTestRequest', SentIntegrationsTestRequest);

/** Makes, ends and tries the secret that integrations show. What is set by hand is `changeSetting`'s. */
@Resolver()
export class InboundSecretRotationResolver {
  readonly #settings: Settings;
  readonly #publicUrl: string;
  readonly #proxies: Proxies;

  constructor(settings: Settings, publicUrl: string, proxies: Proxies) {
    this.#settings = settings;
    this.#publicUrl = publicUrl;
    this.#proxies = proxies;
  }

  @AccessFor('settings:manage')
  @AfterStepUp()
  @Mutation(() => RotateResult, {
    nullable: true,
    description:
      'Marketing hub › host settings › Integrations inbound secret: makes one, which takes the place of the one there is.',
  })
  async rotateIntegrationsInboundSecret(
    @Arg('input', () => RotateIntegrationsInboundSecretInput) input: RotateIntegrationsInboundSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RotateResult> {
    const read = () => settingView(ctx, this.#settings, inboundSecret);
    return issueOnce<RotatedIntegrationsInboundSecret | InputInvalid | SettingChanged>(ctx, {
      mutation: 'rotateIntegrationsInboundSecret',
      input,
      issue: async (note) => {
        const secret = randomBytes(32).toString('base64url');
        const fingerprint = fingerprintOf(digestOf(secret));
        const change = changeOf(inboundSecret, { ...input, name: inboundSecret.name, secret });
        if (change instanceof Problem) return change;
        const changed = await this.#settings.change(ctx, inboundSecret, change, (inner) => note(inner, fingerprint));
        return changed ?? new RotatedIntegrationsInboundSecret({ secret, fingerprint }, read);
      },
      again: async (_, fingerprint) => new RotatedIntegrationsInboundSecret({ secret: null, fingerprint }, read),
    });
  }

  @AccessFor('settings:manage')
  @AfterStepUp()
  @Mutation(() => RevokeResult, {
    nullable: true,
    description: 'Ends a secret that has come into wrong hands, at once and without another in its place.',
  })
  async revokeIntegrationsInboundSecret(
    @Arg('input', () => RevokeIntegrationsInboundSecretInput) { fingerprint }: RevokeIntegrationsInboundSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeResult> {
    if (!FINGERPRINT.test(fingerprint)) {
      return new InputInvalid([
        { pointer: '/fingerprint', detail: 'A fingerprint has eight hex digits in small letters.' },
      ]);
    }
    if (!(await this.#settings.revoke(ctx, inboundSecret, fingerprint))) return new NotFound(fingerprint);
    return new RevokedIntegrationsInboundSecret(() => settingView(ctx, this.#settings, inboundSecret));
  }

  @AccessFor('settings:manage')
  @Mutation(() => SendTestRequestResult, {
    nullable: true,
    description:
      'Asks the REST path of the integrations at the public address, as one of them would, and says what is answered and how soon. Draws nothing.',
  })
  async sendIntegrationsTestRequest(
    @Arg('input', () => SendIntegrationsTestRequestInput) { secret }: SendIntegrationsTestRequestInput,
    @Ctx() { signal }: Context,
  ): Promise<typeof SendTestRequestResult> {
    // What no header carries is not sent: no integration could show it.
    if (!isInboundSecret(secret)) {
      return new InputInvalid([
        { pointer: '/secret', detail: 'This can be no inbound secret: it has 16 to 256 signs of ASCII, no blanks.' },
      ]);
    }
    return new SentIntegrationsTestRequest(
      await sendTestRequest(this.#publicUrl, secret, signal, this.#proxies.common),
    );
  }
}
