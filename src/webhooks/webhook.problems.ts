import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Webhook } from './webhook.entity.ts';

@ObjectType({ implements: Problem, description: 'The webhook is not in a state in which this can be done.' })
export class WebhookConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

@ObjectType({
  implements: Problem,
  description: 'Somebody else has changed the webhook since it was read. Nothing was done; what stands there is shown.',
})
export class WebhookChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'That was read.' })
  readonly ifVersion: number;

  @Field(() => GraphQLNonNegativeInt, { description: 'That stands there now. Send it to overwrite that one.' })
  readonly version: number;

  @Field(() => Webhook, { nullable: true, description: 'As it stands. Null when part of it could not be read.' })
  readonly webhook: Webhook;

  constructor(ifVersion: number, webhook: Webhook) {
    const { version } = webhook;
    super(
      'CONFLICT',
      `The webhook was changed since version ${ifVersion}; it is at version ${version}. Look at what stands there, and send it again with \`ifVersion: ${version}\` if you still want it.`,
    );
    this.ifVersion = ifVersion;
    this.version = version;
    this.webhook = webhook;
  }
}
