import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../kit/announce.tsx';
import { ButtonLink } from '../../kit/button-link.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Conflict } from '../../kit/conflict.tsx';
import { Form } from '../../kit/form.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Section } from '../../kit/page.tsx';
import { Secret } from '../../kit/secret.tsx';
import { EXAMPLE_RUNS } from './example-runs.ts';
import { Part } from './part.tsx';

type OpenDialog = 'CONFIRM' | 'CONFLICT' | 'FORM' | 'SECRET' | null;

export function DialogParts() {
  const [shown, show] = useState<OpenDialog>(null);
  const [typed, setTyped] = useState('');
  const close = () => {
    show(null);
    setTyped('');
  };
  const told = (text: string) => () => {
    close();
    announce(text);
  };
  return (
    <Section title="Dialogs">
      <Part name="Confirm" when="Before what cannot be taken back. The button says what it does, never OK.">
        <Button variant="default" onClick={() => show('CONFIRM')}>
          Show the question
        </Button>
        <Confirm
          isOpen={shown === 'CONFIRM'}
          title="Revoke this key?"
          action="Revoke the key"
          isDangerous
          onConfirm={told('Revoked, as an example.')}
          onClose={close}
        >
          <p>Whoever uses it is refused from now on. It cannot be brought back.</p>
        </Confirm>
      </Part>
      <Part name="Conflict" when="Two people have changed one thing: both versions, and a choice.">
        <Button variant="default" onClick={() => show('CONFLICT')}>
          Show the conflict
        </Button>
        <Conflict
          isOpen={shown === 'CONFLICT'}
          who="Vera Brandt, two minutes ago"
          differences={[
            { field: 'Title', theirs: 'Lake at golden hour', mine: 'Lake at dusk' },
            { field: 'Tags', theirs: 'lake, autumn', mine: 'lake, dusk' },
          ]}
          onTakeMine={told('Yours would hold.')}
          onTakeTheirs={told('What is there would hold.')}
          onClose={close}
        />
      </Part>
      <Part name="FormDialog" when="A few fields over the screen. It asks before what was typed is thrown away.">
        <Button variant="default" onClick={() => show('FORM')}>
          Show the form
        </Button>
        {shown === 'FORM' && (
          <FormDialog title="Tag two pictures" isTouched={typed !== ''} onClose={close}>
            {(leave) => (
              <Form label="Tag two pictures" onSubmit={told('Tagged, as an example.')}>
                <TextInput
                  label="Tags"
                  maxLength={200}
                  data-autofocus
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
                <div className="actions">
                  <Button type="submit">Tag them</Button>
                  <Button variant="default" onClick={leave}>
                    Leave it
                  </Button>
                </div>
              </Form>
            )}
          </FormDialog>
        )}
      </Part>
      <Part name="Secret" when="A secret that is told once. It goes away only when somebody says that it is kept.">
        <Button variant="default" onClick={() => show('SECRET')}>
          Show the secret
        </Button>
        <Secret
          title="The key of the front end"
          issued={shown === 'SECRET' ? { secret: 'no-key-of-anybody-an-example' } : null}
          onClose={close}
        />
      </Part>
      <Part name="Detail" when="One thing of a list over it, with an address of its own. Escape leads back.">
        <ButtonLink to={`/admin/parts/${EXAMPLE_RUNS[0]!.id}`} variant="default">
          Show one run
        </ButtonLink>
      </Part>
    </Section>
  );
}
