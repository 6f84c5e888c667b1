import { GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Sha256 } from '../platform/graphql/schema/scalars.ts';

@ObjectType({ description: 'Stored bytes of a picture and where to get them.' })
export class MediaFile {
  /** Of the original; `MediaFileResolver` makes the others of it. */
  readonly url!: string;

  @Field(() => String)
  readonly mediaType!: string;

  @Field(() => GraphQLSafeInt, { description: 'In bytes.' })
  readonly byteSize!: number;

  @Field(() => GraphQLPositiveInt, { description: 'In pixels.' })
  readonly width!: number;

  @Field(() => GraphQLPositiveInt, { description: 'In pixels.' })
  readonly height!: number;

  @Field(() => Sha256)
  readonly sha256!: string;
}
