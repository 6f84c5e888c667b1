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
        'Least width, in pixels. Returns the smallest WebP rendition of 320, 640 or 1,280 pixels that is at least as wide, or the original if no rendition is that wide. Pictures are never enlarged. A picture outside the bank has only its original.',
    })
    width: number | null,
  ): string {
    const rendition = width === null || width === undefined ? null : renditionFor(width);
    return rendition && file.width >= rendition ? renditionUrl(file.url, rendition) : file.url;
  }
}
