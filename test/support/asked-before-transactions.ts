import { TransactionContext } from '@mikro-orm/postgresql';
import { SharedRead } from '../../src/platform/database/shared-read.ts';
import { VersionedDocuments } from '../../src/platform/versioned-documents/versioned-documents.ts';
import { Settings } from '../../src/settings/settings.ts';

// What many requests share is read over a connection of its own. Whoever asks for it in a transaction holds one already: when
// all of the pool are held by such, each waits for another, and none comes. Since it is kept for a second, hardly a test
// would meet that, so asking is a mistake that all tests tell.
refuseInTransactions(Settings.prototype, 'value');
refuseInTransactions(VersionedDocuments.prototype, 'newest');
refuseInTransactions(SharedRead.prototype, 'get');

function refuseInTransactions<Name extends string>(of: Record<Name, (...args: never[]) => unknown>, name: Name): void {
  const ask = of[name];
  of[name] = function (this: unknown, ...args: never[]) {
    if (TransactionContext.currentTransactionContext()) throw new Error(`Ask for \`${name}\` before the transaction.`);
    return ask.apply(this, args);
  };
}
