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
import { texts } from './texts.ts';

type OpenDialog = 'CONFIRM' | 'CONFLICT' | 'FORM' | 'SECRET' | null;

export function DialogParts() {
  const [shown, show] = useState<OpenDialog>(null);
  const [typed, setTyped] = useState('');
  const close = () => {
    show(null);
    setTyped('');
  };
  const closeWith = (text: string) => () => {
    close();
    announce(text);
  };
  return (
    <Section title={texts.dialogs.title}>
      <Part name="Confirm" when={texts.dialogs.confirm}>
        <Button variant="default" onClick={() => show('CONFIRM')}>
          {texts.dialogs.showConfirm}
        </Button>
        <Confirm
          isOpen={shown === 'CONFIRM'}
          title={texts.dialogs.revokeTitle}
          action={texts.buttons.revoke}
          isDangerous
          onConfirm={closeWith(texts.dialogs.revoked)}
          onClose={close}
        >
          <p>{texts.dialogs.revokeText}</p>
        </Confirm>
      </Part>
      <Part name="Conflict" when={texts.dialogs.conflict}>
        <Button variant="default" onClick={() => show('CONFLICT')}>
          {texts.dialogs.showConflict}
        </Button>
        <Conflict
          isOpen={shown === 'CONFLICT'}
          who={texts.dialogs.author}
          differences={[
            { field: texts.dialogs.fieldTitle, theirs: texts.dialogs.titleTheirs, mine: texts.dialogs.titleMine },
            { field: texts.dialogs.fieldTags, theirs: texts.dialogs.tagsTheirs, mine: texts.dialogs.tagsMine },
          ]}
          onTakeMine={closeWith(texts.dialogs.keptMine)}
          onTakeTheirs={closeWith(texts.dialogs.keptTheirs)}
          onClose={close}
        />
      </Part>
      <Part name="FormDialog" when={texts.dialogs.form}>
        <Button variant="default" onClick={() => show('FORM')}>
          {texts.dialogs.showForm}
        </Button>
        {shown === 'FORM' && (
          <FormDialog title={texts.dialogs.tagTitle} isTouched={typed !== ''} onClose={close}>
            {(leave) => (
              <Form label={texts.dialogs.tagTitle} onSubmit={closeWith(texts.dialogs.tagged)}>
                <TextInput
                  label={texts.dialogs.fieldTags}
                  maxLength={200}
                  data-autofocus
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
                <div className="actions">
                  <Button type="submit">{texts.dialogs.tag}</Button>
                  <Button variant="default" onClick={leave}>
                    {texts.dialogs.cancel}
                  </Button>
                </div>
              </Form>
            )}
          </FormDialog>
        )}
      </Part>
      <Part name="Secret" when={texts.dialogs.secret}>
        <Button variant="default" onClick={() => show('SECRET')}>
          {texts.dialogs.showSecret}
        </Button>
        <Secret
          title={texts.dialogs.secretTitle}
          issued={shown === 'SECRET' ? { secret: 'no-key-of-anybody-an-example' } : null}
          onClose={close}
        />
      </Part>
      <Part name="Detail" when={texts.dialogs.detail}>
        <ButtonLink to={`/admin/parts/${EXAMPLE_RUNS[0]!.id}`} variant="default">
          {texts.dialogs.showRun}
        </ButtonLink>
      </Part>
    </Section>
  );
}
