import { GraphQLNonNegativeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Problem } from '../platform/graphql/schema/problem.ts';
import { Webhook } from './webhook.entity.ts';

@ObjectType({ implements: Problem, description: 'The webhook’s state doesn’t allow this operation.' })
export class WebhookConflict extends Problem {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

@ObjectType({
  implements: Problem,
  description: 'The webhook has changed since the caller read it. Nothing was saved.',
})
export class WebhookChanged extends Problem {
  @Field(() => GraphQLNonNegativeInt, { description: 'Version that the caller sent.' })
  readonly ifVersion: number;

  @Field(() => GraphQLNonNegativeInt, { description: 'Current version. Send it as `ifVersion` to overwrite it.' })
  readonly version: number;

  @Field(() => Webhook, {
    nullable: true,
    description: 'Current webhook. Null if part of it could not be read: see `errors`.',
  })
  readonly webhook: Webhook;

  constructor(ifVersion: number, webhook: Webhook) {
    const { version } = webhook;
    super(
      'CONFLICT',
      `The webhook has changed: you sent version ${ifVersion}, the current one is ${version}. Review it and send \`ifVersion: ${version}\` to overwrite it.`,
    );
    this.ifVersion = ifVersion;
    this.version = version;
    this.webhook = webhook;
  }
}
