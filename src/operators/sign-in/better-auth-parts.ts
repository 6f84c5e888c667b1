import { AsyncLocalStorage } from 'node:async_hooks';

/** The address of who signs in, which we know better than any header that the library would look into. */
export const ADDRESS_HEADER = 'x-imprimatur-address';

/** Learns which hash a password was verified against while somebody signs in: the library does not tell. */
export const verifiedHash = new AsyncLocalStorage<{ hash?: string }>();
