import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Request to sign a decision with a passkey.' })
export class DecisionSignatureRequest {
  @Field(() => String, {
    description: 'Single-use value, valid for ten minutes. Send it with the signature.',
  })
  readonly nonce!: string;

  @Field(() => String, {
    description:
      'The decision as canonical JSON (RFC 8785), with its nonce. The SHA-256 of its UTF-8 bytes is the challenge in `options`.',
  })
  readonly documentText!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      'Options for the browser: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3, for `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  })
  readonly options!: object;
}
