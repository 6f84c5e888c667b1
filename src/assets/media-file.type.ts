import { GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';

@ObjectType({ description: 'Stored bytes of a picture and where to get them.' })
export class MediaFile {
  /** URL of the original. `MediaFileResolver` derives the URLs of renditions from it. */
  readonly url!: string;

  @Field(() => String, { description: 'Media type, e.g. `image/png`.' })
  readonly mediaType!: string;

  @Field(() => GraphQLSafeInt, { description: 'Size in bytes.' })
  readonly byteSize!: number;

  @Field(() => GraphQLPositiveInt, { description: 'Width in pixels.' })
  readonly width!: number;

  @Field(() => GraphQLPositiveInt, { description: 'Height in pixels.' })
  readonly height!: number;

  @Field(() => Sha256, { description: 'SHA-256 of the bytes.' })
  readonly sha256!: string;
}
