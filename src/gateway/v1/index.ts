export { imagesMount } from './images/images-mount.ts';
export { IMAGE_TASK } from './images/images-shape.ts';
export type { DecodedPicture, DrawResult, PictureDrawer } from './images/picture-drawer.ts';
export { v1Mounts } from './v1-mounts.ts';
