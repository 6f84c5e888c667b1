export { MAX_KEY_LENGTH } from './keys/key-length.ts';
