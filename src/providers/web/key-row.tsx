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

type ProviderKey = ProviderKeyListQuery['providerKeys']['nodes'][number];

/** A key, what came of showing it to its provider, and its end. */
export function KeyRow({ providerKey: key }: { providerKey: ProviderKey }) {
  const { id, provider, hint, customerId, createdAt, failingSince, failingReason } = key;
  const [test, isTesting] = useMutationOf(TestKeyDocument);
  const [tested, setTested] = useState<MutationOutcome<TestKeyMutation> | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const name = `${providerName(provider)} … ${hint}`;
  return (
    <tr>
      <th scope="row">{providerName(provider)}</th>
      <td data-title="Ends in">
        <code>{hint}</code>
      </td>
      <td data-title="Whose">{customerId ? <Id value={customerId} short /> : 'This service’s'}</td>
      <td data-title="Set">
        <When at={createdAt} />
      </td>
      <td data-title="State">
        <div aria-live="polite">
          {tested?.kind === 'DONE' ? (
            <>
              <StatusBadge tone={tested.payload.isAccepted ? 'plain' : 'bad'}>
                {tested.payload.isAccepted ? 'Accepted just now' : 'Refused just now'}
              </StatusBadge>
              <div className="hint">
                {tested.payload.message} ({tested.payload.latencyMs} ms)
              </div>
            </>
          ) : failingSince ? (
            <>
              <StatusBadge tone="bad">
                Refused since <When at={failingSince} />
              </StatusBadge>
              {failingReason && <div className="hint">{failingReason}</div>}
            </>
          ) : (
            <span className="hint">Not refused</span>
          )}
          {tested && tested.kind !== 'DONE' && <OutcomeNotice outcome={tested} />}
        </div>
      </td>
      <td>
        <div className="page-actions">
          <Button
            variant="default"
            size="xs"
            loading={isTesting}
            aria-label={`Test ${name}`}
            onClick={async () => setTested(await test({ input: { providerKeyId: id } }))}
          >
            Test
          </Button>
          {!customerId && (
            <Button
              variant="subtle"
              color="bad"
              size="xs"
              aria-label={`Remove ${name}`}
              onClick={() => setRemoving(true)}
            >
              Remove
            </Button>
          )}
        </div>
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
      title={`Remove the key for ${providerName(provider)}?`}
      action="Remove the key"
      announcement={`The key for ${providerName(provider)} is removed.`}
      onClose={onClose}
    >
      <p>
        The key that ends in <code>{hint}</code> is forgotten, and no call is made with it a second later. The one of
        the environment, if there is one, is used in its place.
      </p>
    </ConfirmMutation>
  );
}
