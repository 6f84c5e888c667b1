import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ProviderKeyListQuery,
  RemoveServiceKeyDocument,
  TestKeyDocument,
  type TestKeyMutation,
} from '../../web/generated/providers/graphql.ts';
import { ConfirmMutation } from '../../web/kit/confirm-mutation.tsx';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { providerName } from './provider-names.ts';
import { texts } from './texts.ts';

type ProviderKey = ProviderKeyListQuery['providerKeys']['nodes'][number];

/** Row of a provider key. Keys of the service have buttons to test and to delete them; only customers can do that with theirs. */
export function KeyRow({ providerKey: key }: { providerKey: ProviderKey }) {
  const { id, provider, hint, customerId, createdAt, failingSince, failingReason } = key;
  const [test, isTesting] = useMutationOf(TestKeyDocument);
  const [tested, setTested] = useState<MutationOutcome<TestKeyMutation> | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const name = `${providerName(provider)} … ${hint}`;
  return (
    <tr>
      <th scope="row">{providerName(provider)}</th>
      <td data-title={texts.list.endsIn}>
        <code>{hint}</code>
      </td>
      <td data-title={texts.list.owner}>{customerId ? <Id value={customerId} short /> : texts.key.service}</td>
      <td data-title={texts.list.set}>
        <When at={createdAt} />
      </td>
      <td data-title={texts.list.status}>
        <div aria-live="polite">
          {tested?.kind === 'DONE' ? (
            <>
              <StatusBadge tone={tested.payload.isAccepted ? 'plain' : 'bad'}>
                {tested.payload.isAccepted ? texts.key.acceptedNow : texts.key.refusedNow}
              </StatusBadge>
              <div className="hint">{texts.key.result(tested.payload.message, tested.payload.latencyMs)}</div>
            </>
          ) : failingSince ? (
            <>
              <StatusBadge tone="bad">{texts.key.refusedSince(<When at={failingSince} />)}</StatusBadge>
              {failingReason && <div className="hint">{failingReason}</div>}
            </>
          ) : (
            <span className="hint">{texts.key.notRefused}</span>
          )}
          {tested && tested.kind !== 'DONE' && <OutcomeNotice outcome={tested} />}
        </div>
      </td>
      <td>
        {!customerId && (
          <div className="page-actions">
            <Button
              variant="default"
              size="xs"
              loading={isTesting}
              aria-label={texts.key.testLabel(name)}
              onClick={async () => setTested(await test({ input: { providerKeyId: id } }))}
            >
              {texts.key.test}
            </Button>
            <Button
              variant="subtle"
              color="bad"
              size="xs"
              aria-label={texts.key.deleteLabel(name)}
              onClick={() => setRemoving(true)}
            >
              {texts.key.delete}
            </Button>
          </div>
        )}
        {isRemoving && <RemoveKeyDialog providerKey={key} onClose={() => setRemoving(false)} />}
      </td>
    </tr>
  );
}

function RemoveKeyDialog({
  providerKey: { id, provider, hint },
  onClose,
}: {
  providerKey: ProviderKey;
  onClose(): void;
}) {
  return (
    <ConfirmMutation
      document={RemoveServiceKeyDocument}
      variables={{ input: { providerKeyId: id } }}
      title={texts.deleteKey.title(providerName(provider))}
      action={texts.deleteKey.action}
      announcement={texts.deleteKey.done(providerName(provider))}
      onClose={onClose}
    >
      <p>{texts.deleteKey.text(<code>{hint}</code>)}</p>
    </ConfirmMutation>
  );
}
