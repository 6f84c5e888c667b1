import { GraphQLDateTime } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import { orderInput, type PageOrder } from '../platform/graphql/reads/page-order.ts';
import { PageArgs } from '../platform/graphql/schema/connection.ts';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';
import { LongText } from '../platform/graphql/schema/text-length.ts';
import { MAX_TEXT_BODY_BYTES } from '../platform/http/json-body.ts';
import { SealStatus, SealSubject } from './seal.entity.ts';

@InputType({ description: 'A seal to supersede.' })
export class SupersedesInput {
  @Field(() => ID, { description: 'Id of the older seal.' })
  sealId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Owner token that was returned with the seal. Not needed with the permission `seals:revoke`.',
  })
  ownerToken?: string | null;
}

@InputType({ description: 'A text to seal, and the caller’s acceptance of the disclaimer.' })
export class SealTextInput {
  @LongText(MAX_TEXT_BODY_BYTES)
  @Field(() => String, {
    description:
      'Text to seal, exactly as sent, including trailing spaces and line ends. At most 1,000,000 bytes of UTF-8.',
  })
  text!: string;

  @Field(() => Boolean, { description: 'Confirms that the disclaimer was read and accepted. Must be true.' })
  disclaimerAcknowledged!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Version of the disclaimer that was shown. Fails if that version isn’t in force. Omit to accept the version in force.',
  })
  disclaimerVersion?: number | null;

  @Field(() => String, { defaultValue: 'en', description: 'Language of the disclaimer (BCP 47). Default `en`.' })
  language!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description:
      'Adds a random salt in front of the text, so that short texts can’t be guessed from the digest. Keep the returned salt: the text can’t be verified without it.',
  })
  private!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Stores the text, encrypted. Only a caller with the `ownerToken` can read it. Default false.',
  })
  retain!: boolean;

  @Field(() => SupersedesInput, { nullable: true, description: 'Seal that the new one supersedes.' })
  supersedes?: SupersedesInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Requests with the same key and the same input return the same seal, token and salt. Callers without a credential must use at least 20 characters that can’t be guessed, such as a random UUID.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Picture to seal.' })
export class SealAssetInput {
  @Field(() => ID, { description: 'Id of the picture.' })
  assetId!: string;
}

/** Input fields of the mutations that revoke, supersede or erase a seal. */
@InputType({ description: 'Change of a seal, with its owner token or the permission `seals:revoke`.' })
export abstract class EndSealInput {
  @Field(() => ID, { description: 'Id of the seal to change.' })
  sealId!: string;

  @Field(() => String, {
    description:
      'Reason for changing the status of the seal, 1 to 1,000 characters. It is part of the signed statement and visible to everyone who verifies the seal.',
  })
  reason!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Owner token that was returned with the seal. Not needed with the permission `seals:revoke`.',
  })
  ownerToken?: string | null;
}

@InputType({ description: 'Seal to revoke, with its owner token or the permission `seals:revoke`.' })
export class RevokeSealInput extends EndSealInput {}

@InputType({ description: 'Seal to erase, with its owner token or the permission `seals:revoke`.' })
export class EraseSealInput extends EndSealInput {}

@InputType({ description: 'Seal to mark as superseded, with its owner token or the permission `seals:revoke`.' })
export class SupersedeSealInput extends EndSealInput {
  @Field(() => ID, { description: 'Id of the newer seal.' })
  bySealId!: string;
}

@InputType({ description: 'Next version of a disclaimer.' })
export class PublishDisclaimerInput {
  @Field(() => String, { defaultValue: 'en', description: 'Language tag (BCP 47), e.g. `pt-BR`. Default `en`.' })
  language!: string;

  @LongText(100_000)
  @Field(() => String, { description: 'Full text that is shown before sealing. 1 to 20,000 characters.' })
  text!: string;
}

@InputType({ description: 'Conditions for seals. All conditions must match; of a list, one value is enough.' })
export class SealFilter {
  @Field(() => [SealSubject], { nullable: true, description: 'Only seals of these kinds of content.' })
  subject?: SealSubject[] | null;

  @Field(() => [SealStatus], { nullable: true, description: 'Only seals with one of these statuses.' })
  status?: SealStatus[] | null;

  @Field(() => [Sha256], { nullable: true, description: 'Only seals of bytes with one of these SHA-256 digests.' })
  sha256?: string[] | null;

  @Field(() => [Sha256], { nullable: true, description: 'Only seals signed with one of these keys, by `Seal.keyId`.' })
  keyId?: string[] | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only seals created at this time or later.' })
  sealedAfter?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only seals created before this time.' })
  sealedBefore?: Date | null;
}

const SealOrder = orderInput('Seal', { SEALED_AT: 'Time of sealing.' });

@ArgsType()
export class SealsArgs extends PageArgs {
  @Field(() => SealFilter, { nullable: true })
  filter?: SealFilter | null;

  @Field(() => SealOrder, { nullable: true, description: 'Sort order. Default: newest first.' })
  orderBy?: PageOrder<'SEALED_AT'> | null;
}
