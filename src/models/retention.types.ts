import { Field, Int, ObjectType } from 'type-graphql';
import { describeEnum } from '../platform/graphql/schema/graph-enum.ts';
import { RetentionKind } from './catalogue.ts';

describeEnum(RetentionKind, 'RetentionKind', 'Data that a provider keeps of a request after its answer.', {
  NOTHING: 'The provider keeps no content.',
  LOGS: 'The provider keeps a copy of requests for some days, to detect abuse or for audits, and then deletes it.',
  UNKNOWN: 'The provider publishes no retention period.',
  OWN_ACCOUNT: 'The customer’s own account is used, so its contract with the provider sets the retention.',
  OWN_SERVER: 'The customer’s own server is used, so its owner sets the retention.',
});

@ObjectType('Retention', {
  description: 'Data that a provider keeps of a request, and the setting that limits it.',
})
export class RetentionView {
  @Field(() => RetentionKind, { description: 'Data that the provider keeps of a request after its answer.' })
  readonly kind!: RetentionKind;
  @Field(() => Int, {
    nullable: true,
    description:
      'Days for which the request is kept. 0: not at all. Null: unknown, or decided by the customer’s own contract or server.',
  })
  readonly days!: number | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Setting that this service sends with each request, such as `store: false`. Null if the provider has none.',
  })
  readonly setting!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Exceptions and conditions of the retention, as text. The wording may change. Null without any.',
  })
  readonly note!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Page that documents the retention, by its site and title or path. Null if none does.',
  })
  readonly source!: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'Day on which the page in `source` was last read, such as `2026-11-24`. Null without a page, or if unknown.',
  })
  readonly checkedAt!: string | null;
}
