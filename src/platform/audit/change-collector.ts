import type { EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import { CompiledQuery, type Transaction } from 'kysely';
import { requestScope } from '../request-scope.ts';

/** Reports the changes and transactions of each ORM unit of work to the recorder of the current action. */
export class ChangeCollector implements EventSubscriber {
  onFlush({ uow }: FlushEventArgs): void {
    const recorder = requestScope()?.recorder;
    if (recorder && uow.getChangeSets().length > 0) recorder.collect(uow.getChangeSets());
  }

  afterTransactionStart({ transaction }: TransactionEventArgs): void {
    requestScope()?.recorder?.afterBegin(isSavepoint(transaction));
  }

  async beforeTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    const run = (text: string, values: readonly unknown[]) =>
      (transaction as unknown as Transaction<unknown>).executeQuery(CompiledQuery.raw(text, [...values]));
    await requestScope()?.recorder?.beforeCommit(run, isSavepoint(transaction));
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    requestScope()?.recorder?.afterCommit(isSavepoint(transaction));
  }

  beforeTransactionRollback({ transaction }: TransactionEventArgs): void {
    requestScope()?.recorder?.afterRollback(isSavepoint(transaction));
  }
}

const isSavepoint = (transaction: TransactionEventArgs['transaction']) => transaction?.savepointName !== undefined;
