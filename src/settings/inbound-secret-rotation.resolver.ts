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
import { ALREADY_ISSUED, IdempotencyKeyField, nullWhenIssued } from '../platform/idempotency/key-fields.ts';
import { inboundSecret, isInboundSecret } from './inbound-secret.ts';
import { changeOf, DEFAULT_OVERLAP_HOURS, MAX_OVERLAP_HOURS } from './setting.inputs.ts';
import { SettingChanged } from './setting.problems.ts';
import { SettingView, settingView } from './setting.types.ts';
import { fingerprintOf, type Settings } from './settings.ts';
import { sendTestRequest, type TestRequestOutcome } from './test-request.ts';

const FINGERPRINT = /^[0-9a-f]{8}$/;

@InputType({ description: 'Overlap and preconditions for the new secret, which the service generates.' })
class RotateIntegrationsInboundSecretInput {
  @Field(() => Int, {
    nullable: true,
    description: `Hours during which the current secret stays valid next to the new one. 0 to ${MAX_OVERLAP_HOURS}, default ${DEFAULT_OVERLAP_HOURS}. 0 also ends earlier secrets at once.`,
  })
  overlapHours?: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description:
      'Version the caller last read. If the setting has changed since, no secret is generated and the result is `SettingChanged`. Omit to overwrite.',
  })
  ifVersion?: number | null;

  @IdempotencyKeyField()
  idempotencyKey?: string | null;
}

@ObjectType({ description: 'The new secret is in force. It is only returned here.' })
class RotatedIntegrationsInboundSecret {
  @Field(() => String, {
    nullable: true,
    description: `Secret that integrations send as \`Authorization: Bearer <secret>\`. ${nullWhenIssued('secret')}`,
  })
  readonly secret: string | null;

  @Field(() => String, {
    description: 'Fingerprint that identifies the new secret: the first eight hex digits of its SHA-256.',
  })
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
    description: 'Current state of the setting. Null if part of it could not be read: see `errors`.',
  })
  setting(): Promise<SettingView> {
    return this.#read();
  }
}

@InputType({ description: 'Inbound secret to revoke.' })
class RevokeIntegrationsInboundSecretInput {
  @Field(() => String, { description: 'Fingerprint of the current or an earlier secret: eight lower-case hex digits.' })
  fingerprint!: string;
}

@ObjectType({
  description:
    'The secret is refused from the next request on. If it was the current one, only earlier secrets that are still valid are accepted until a new one is set.',
})
class RevokedIntegrationsInboundSecret {
  readonly #read: () => Promise<SettingView>;

  constructor(read: () => Promise<SettingView>) {
    this.#read = read;
  }

  @Field(() => SettingView, {
    nullable: true,
    description: 'Current state of the setting. Null if part of it could not be read: see `errors`.',
  })
  setting(): Promise<SettingView> {
    return this.#read();
  }
}

@InputType({ description: 'Inbound secret to test.' })
class SendIntegrationsTestRequestInput {
  @Field(() => String, {
    description:
      'Inbound secret to send in the test request. It must be given, because the service stores only its digest.',
  })
  secret!: string;
}

@ObjectType({ description: 'Result of the test request.' })
class SentIntegrationsTestRequest {
  @Field(() => Boolean, {
    description:
      'True if the secret was accepted. The service then answers 404, because the requested render doesn’t exist.',
  })
  readonly isAccepted: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'HTTP status of the test request: 404 means accepted, 401 refused. Null if the connection failed, or there was no response within 10 seconds.',
  })
  readonly status: number | null;

  @Field(() => GraphQLNonNegativeInt, {
    description: 'Milliseconds until the response, or until the request failed or was given up.',
  })
  readonly durationMs: number;

  @Field(() => String, { description: 'URL that was requested, at the public address of the service.' })
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

/** Generates, revokes and tests the inbound secret of integrations. To set a chosen secret, use `updateSetting`. */
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
    description: 'Generates a new inbound secret for integrations, which replaces the current one.',
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
    description:
      'Revokes an inbound secret of the integrations at once, e.g. a compromised one, without a replacement.',
  })
  async revokeIntegrationsInboundSecret(
    @Arg('input', () => RevokeIntegrationsInboundSecretInput) { fingerprint }: RevokeIntegrationsInboundSecretInput,
    @Ctx() ctx: Context,
  ): Promise<typeof RevokeResult> {
    if (!FINGERPRINT.test(fingerprint)) {
      return new InputInvalid([
        { pointer: '/fingerprint', detail: 'A fingerprint must be eight lower-case hex digits.' },
      ]);
    }
    if (!(await this.#settings.revoke(ctx, inboundSecret, fingerprint))) return new NotFound(fingerprint);
    return new RevokedIntegrationsInboundSecret(() => settingView(ctx, this.#settings, inboundSecret));
  }

  @AccessFor('settings:manage')
  @Mutation(() => SendTestRequestResult, {
    nullable: true,
    description:
      'Sends a request to the REST path of the integrations at the public address, as an integration would, and reports status and duration. Renders nothing.',
  })
  async sendIntegrationsTestRequest(
    @Arg('input', () => SendIntegrationsTestRequestInput) { secret }: SendIntegrationsTestRequestInput,
    @Ctx() { signal }: Context,
  ): Promise<typeof SendTestRequestResult> {
    // The test request can’t carry a secret with characters that headers don’t allow.
    if (!isInboundSecret(secret)) {
      return new InputInvalid([
        {
          pointer: '/secret',
          detail: 'An inbound secret must have 16 to 256 printable ASCII characters without spaces.',
        },
      ]);
    }
    return new SentIntegrationsTestRequest(
      await sendTestRequest(this.#publicUrl, secret, signal, this.#proxies.common),
    );
  }
}
