import { Arg, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { renditionFor, renditionUrl } from './asset.links.ts';
import { MediaFile } from './media-file.type.ts';

@Resolver(() => MediaFile)
export class MediaFileResolver {
  @FieldResolver(() => String, {
    description:
      'The bytes behind it never change; without `width` they are those that the file describes. Strangers find nothing there while the picture is thrown away or held back.',
  })
  url(
    @Root() file: MediaFile,
    @Arg('width', () => Int, {
      nullable: true,
      description:
        'In pixels: the smallest WebP of 320, 640 and 1,280 that is as wide, or the original where it has to be wider. A picture that is narrower is not blown up, and one that is not in the bank has its original only.',
    })
    width: number | null,
  ): string {
    const rendition = width === null || width === undefined ? null : renditionFor(width);
    return rendition ? renditionUrl(file.url, rendition) : file.url;
  }
}
