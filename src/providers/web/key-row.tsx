import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type ProviderKeyListQuery,
  RemoveServiceKeyDocument,
  type RemoveServiceKeyMutation,
  TestKeyDocument,
  type TestKeyMutation,
} from '../../web/generated/providers/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { Id, StatusBadge, When } from '../../web/kit/values.tsx';
import { providerName } from './provider-names.ts';

type Key = ProviderKeyListQuery['providerKeys']['nodes'][number];

/** A key, what came of showing it to its provider, and its end. */
export function KeyRow({ of: key }: { of: Key }) {
  const { id, provider, hint, customerId, createdAt, failingSince, failingReason } = key;
  const [test, isTesting] = useMutationOf(TestKeyDocument);
  const [tested, setTested] = useState<Outcome<TestKeyMutation> | null>(null);
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
        {!customerId && <Removal of={key} isOpen={isRemoving} close={() => setRemoving(false)} />}
      </td>
    </tr>
  );
}

function Removal({ of: { id, provider, hint }, isOpen, close }: { of: Key; isOpen: boolean; close(): void }) {
  const [remove, isUnderWay] = useMutationOf(RemoveServiceKeyDocument);
  const [outcome, setOutcome] = useState<Outcome<RemoveServiceKeyMutation> | null>(null);
  const end = () => {
    setOutcome(null);
    close();
  };
  const confirm = async () => {
    const done = await remove({ input: { providerKeyId: id } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(`The key for ${providerName(provider)} is removed.`);
    end();
  };
  return (
    <Confirm
      isOpen={isOpen}
      title={`Remove the key for ${providerName(provider)}?`}
      action="Remove the key"
      isDangerous
      isUnderWay={isUnderWay}
      confirm={() => void confirm()}
      close={end}
    >
      <p>
        The key that ends in <code>{hint}</code> is forgotten, and no call is made with it a second later. The one of
        the environment, if there is one, is used in its place.
      </p>
      <OutcomeNotice outcome={outcome} />
    </Confirm>
  );
}
