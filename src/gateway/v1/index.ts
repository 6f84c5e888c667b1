export { type V1Options, v1Mounts } from './v1-mounts.ts';
