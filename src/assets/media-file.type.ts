import { GraphQLPositiveInt, GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { Sha256 } from '../platform/graphql/scalars.ts';

@ObjectType({ description: 'Stored bytes of a picture and where to get them.' })
export class MediaFile {
  @Field(() => String, {
    description:
      'The bytes behind it never change. Strangers find nothing there while the picture is thrown away or held back.',
  })
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
