import { Arg, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { renditionFor, renditionUrl } from './asset.links.ts';
import { MediaFile } from './media-file.type.ts';

@Resolver(() => MediaFile)
export class MediaFileResolver {
  @FieldResolver(() => String, {
    description:
      'URL of the bytes, which never change. While the picture is TRASHED or QUARANTINED, it returns 404 to callers without the permission `assets:list`.',
  })
  url(
    @Root() file: MediaFile,
    @Arg('width', () => Int, {
      nullable: true,
      description:
        'Minimum width in pixels. Returns the smallest WebP rendition of 320, 640 or 1,280 pixels that is at least as wide, or the original if no rendition is that wide. Pictures are never enlarged, and a picture outside the image bank has only its original. Default: the original, which the other fields describe.',
    })
    width: number | null,
  ): string {
    const rendition = width === null || width === undefined ? null : renditionFor(width);
    return rendition && file.width >= rendition ? renditionUrl(file.url, rendition) : file.url;
  }
}
