export { v1Mounts } from './v1-mounts.ts';
