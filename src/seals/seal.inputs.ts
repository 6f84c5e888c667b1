import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { SealStatus, SealSubject } from './seal.entity.ts';

@InputType({ description: 'A seal of yours.' })
export class SupersedesInput {
  @Field(() => ID, { description: 'The older seal.' })
  sealId!: string;

  @Field(() => String, { nullable: true, description: 'The token that came with it. An operator needs none.' })
  ownerToken?: string | null;
}

@InputType({ description: 'A text and what its sender has understood.' })
export class SealTextInput {
  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, { description: 'Sealed exactly as it is, to the last space and line end.' })
  text!: string;

  @Field(() => Boolean, { description: 'That the disclaimer was read and accepted. Must be true.' })
  disclaimerAcknowledged!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'The version that was shown. Refused when it is not in force; without it the one in force is meant.',
  })
  disclaimerVersion?: number | null;

  @Field(() => String, { defaultValue: 'en', description: 'Of the disclaimer, as in BCP 47.' })
  language!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Seals random bytes in front of the text, so that nobody can find a short text by trying. Keep the salt that is returned: without it the text cannot be checked.',
  })
  private!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Keeps the text, encrypted. Only who shows `ownerToken` gets it back.',
  })
  retain!: boolean;

  @Field(() => SupersedesInput, { nullable: true, description: 'The seal that this one takes the place of.' })
  supersedes?: SupersedesInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The same key with the same input gives the same seal, with its token and salt. Without a credential at least 20 characters that nobody guesses, such as a random UUID.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'A picture of the bank.' })
export class SealAssetInput {
  @Field(() => ID, { description: 'The picture whose bytes are sealed.' })
  assetId!: string;
}

/** What the changes of a seal have in common. */
@InputType({ description: 'A change of a seal, by its owner or an operator.' })
export abstract class EndSealInput {
  @Field(() => ID, { description: 'The seal that is changed.' })
  sealId!: string;

  @Field(() => String, { description: 'Stands in the signed statement, for everybody who checks the seal.' })
  reason!: string;

  @Field(() => String, { nullable: true, description: 'The token that came with the seal. An operator needs none.' })
  ownerToken?: string | null;
}

@InputType({ description: 'A seal is withdrawn, by its owner or an operator.' })
export class RevokeSealInput extends EndSealInput {}

@InputType({ description: 'What is kept of a seal is deleted, by its owner or an operator.' })
export class EraseSealInput extends EndSealInput {}

@InputType({ description: 'Another seal takes the place of this one.' })
export class SupersedeSealInput extends EndSealInput {
  @Field(() => ID, { description: 'The newer seal.' })
  bySealId!: string;
}

@InputType({ description: 'The next version of a disclaimer.' })
export class PublishDisclaimerInput {
  @Field(() => String, { defaultValue: 'en', description: 'As in BCP 47, e.g. `pt-BR`.' })
  language!: string;

  @LongText(100_000)
  @Field(() => String, { description: 'Shown to whoever has something sealed, word for word.' })
  text!: string;
}

@InputType({ description: 'All that is given has to be met; of a list, one of it.' })
export class SealFilter {
  @Field(() => [SealSubject], { nullable: true, description: 'What the sealed bytes are.' })
  subject?: SealSubject[] | null;

  @Field(() => [SealStatus], { nullable: true })
  status?: SealStatus[] | null;

  @Field(() => [Sha256], { nullable: true, description: 'Of these bytes: the digest that `sha256` is.' })
  sha256?: string[] | null;

  @Field(() => [Sha256], { nullable: true, description: 'By the key that signed them: the digest that `keyId` is.' })
  keyId?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Those that were made then or later.' })
  sealedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Those that were made before then.' })
  sealedBefore?: Date | null;
}

const SealOrder = orderInput('Seal', { SEALED_AT: 'When they were made.' });

@ArgsType()
export class SealsArgs extends PageArgs {
  @Field(() => SealFilter, { nullable: true })
  filter?: SealFilter | null;

  @Field(() => SealOrder, { nullable: true, description: 'Default: the newest first.' })
  orderBy?: PageOrder<'SEALED_AT'> | null;
}
