import { Button, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  type BriefOfRenderQuery,
  RequestRenderDocument,
  type RequestRenderMutation,
} from '../../web/generated/renders/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { ConfirmLeave } from '../../web/kit/confirm-leave.tsx';
import { Form } from '../../web/kit/form.tsx';
import { newIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { RendererPreview } from './renderer-preview.tsx';
import { choiceOf, MAX_SIDE_PX, MIN_SIDE_PX, OWN_SIZE, SIZES, sideOf } from './sizes.ts';
import { texts } from './texts.ts';

const MAX_PROMPT_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 200;
const SIDE_BOUNDS = texts.create.sides(MIN_SIDE_PX, MAX_SIDE_PX.toLocaleString('en'));
/** Text fields. If one of them has been changed, leaving the screen needs a confirmation. */
const TEXTS = ['prompt', 'title', 'tags', 'seed'] as const;

/** @param like the render whose brief is copied into the form */
export function NewRender({ like }: { like: BriefOfRenderQuery['render'] | null }) {
  const form = useForm({
    initialValues: {
      prompt: like?.prompt ?? '',
      title: '',
      tags: '',
      size: like ? choiceOf(like) : SIZES[0].value,
      ownWidth: String(like?.width ?? 1_024),
      ownHeight: String(like?.height ?? 1_024),
      seed: '',
      isSaved: like?.saveToBank ?? true,
      isStrict: false,
    },
    validate: {
      ownWidth: sideError,
      ownHeight: sideError,
      seed: (text) => (seedOf(text) === undefined ? texts.create.invalidSeed : null),
    },
    validateInputOnChange: true,
  });
  const { prompt, title, tags, size, ownWidth, ownHeight, isSaved, isStrict } = form.values;
  const [outcome, setOutcome] = useState<MutationOutcome<RequestRenderMutation> | null>(null);
  // Requires a session: if it has expired, the request must not be accepted as an anonymous caller's small, temporary render.
  const [request, isUnderWay] = useMutationOf(RequestRenderDocument, { needsSession: true });
  const [accepted, setAccepted] = useState<string | null>(null);
  const navigate = useNavigate();
  const [width, height] = size === OWN_SIZE ? [sideOf(ownWidth), sideOf(ownHeight)] : sidesIn(size);
  const seed = seedOf(form.values.seed);
  const isWhole = prompt.trim() !== '' && width !== null && height !== null && seed !== undefined;

  const input = {
    prompt,
    kind: 'IMAGE' as const,
    saveToBank: isSaved,
    strict: isStrict,
    waitSeconds: 0,
    source: 'back office',
    ...(title.trim() && { title: title.trim() }),
    ...(tags.trim() && { tags: tagsIn(tags) }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(seed != null && { seed }),
  };
  const key = useKeyFor(JSON.stringify(input));
  const submit = async () => {
    if (!isWhole || isUnderWay) return;
    const done = await request({ input: { ...input, idempotencyKey: key } });
    setOutcome(done);
    if (done.kind !== 'DONE') return;
    announce(texts.create.done);
    setAccepted(done.payload.render?.id ?? '');
  };
  // Navigates in an effect, after the accepted render has been stored in the state, so that no confirmation of unsaved changes
  // appears.
  useEffect(() => {
    if (accepted === null) return;
    void navigate({ to: accepted === '' ? '/admin/renders' : `/admin/renders/${accepted}` });
  }, [accepted, navigate]);

  const isTyped = TEXTS.some((field) => form.isDirty(field));
  return (
    <div className="renders-new">
      <Form label={texts.create.title} onSubmit={() => void submit()}>
        <Textarea
          label={texts.create.brief}
          description={texts.create.briefHint((MAX_PROMPT_LENGTH - prompt.length).toLocaleString('en'))}
          classNames={{ input: 'renders-brief-field' }}
          required
          withAsterisk={false}
          rows={6}
          maxLength={MAX_PROMPT_LENGTH}
          autoFocus
          {...form.getInputProps('prompt')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void submit();
          }}
        />
        <NativeSelect
          label={texts.create.size}
          description={texts.create.sizeHint}
          data={[...SIZES, { value: OWN_SIZE, label: texts.create.customSize }]}
          {...form.getInputProps('size')}
        />
        {size === OWN_SIZE && (
          <div className="renders-sides">
            <Side label={texts.create.width} {...form.getInputProps('ownWidth')} />
            <Side label={texts.create.height} {...form.getInputProps('ownHeight')} />
          </div>
        )}
        <TextInput
          label={texts.create.titleField}
          description={texts.create.titleHint}
          maxLength={MAX_TITLE_LENGTH}
          {...form.getInputProps('title')}
        />
        <TextInput
          label={texts.create.tags}
          description={texts.create.tagsHint}
          maxLength={2_000}
          {...form.getInputProps('tags')}
        />
        <TextInput
          label={texts.create.seed}
          description={texts.create.seedHint}
          inputMode="numeric"
          maxLength={16}
          {...form.getInputProps('seed')}
        />
        <fieldset>
          <legend>{texts.create.options}</legend>
          <label className="check">
            <input type="checkbox" {...form.getInputProps('isSaved', { type: 'checkbox' })} /> {texts.create.save}
          </label>
          <label className="check">
            <input type="checkbox" {...form.getInputProps('isStrict', { type: 'checkbox' })} /> {texts.create.strict}
          </label>
        </fieldset>
        <OutcomeNotice outcome={outcome} />
        <DrawableScenes outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isWhole}>
            {texts.create.submit}
          </Button>
        </div>
      </Form>
      <aside aria-label={texts.create.preview}>
        <h2 className="renders-label">{texts.create.renderer}</h2>
        {width !== null && height !== null ? (
          <RendererPreview widthPx={width} heightPx={height} />
        ) : (
          <p className="hint">{texts.create.sidesMissing}</p>
        )}
      </aside>
      <ConfirmLeave when={isTyped && accepted === null} />
    </div>
  );
}

function Side(props: TextInputProps) {
  return <TextInput description={SIDE_BOUNDS} inputMode="numeric" maxLength={5} {...props} />;
}

const sideError = (text: string) => (sideOf(text) === null ? texts.create.invalidSide(SIDE_BOUNDS) : null);

/** Parses a seed. Null if the text is empty, undefined if it isn't a valid seed. */
function seedOf(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d+$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Scenes that the engine can draw, shown after a strict brief was refused. */
function DrawableScenes({ outcome }: { outcome: MutationOutcome<RequestRenderMutation> | null }) {
  if (outcome?.kind !== 'PROBLEM' || !('drawable' in outcome.problem)) return null;
  return (
    <p className="hint">
      {texts.create.drawable(outcome.problem.drawable.map((scene) => enumLabel(scene)).join(', '))}
    </p>
  );
}

/** Idempotency key of the form's current input, so that sending it again after a lost response creates no second picture. */
function useKeyFor(typed: string): string {
  const kept = useRef({ typed: '', key: '' });
  if (kept.current.typed !== typed) kept.current = { typed, key: newIdempotencyKey() };
  return kept.current.key;
}

function sidesIn(size: string): [width: number, height: number] {
  const [width, height] = size.split('x').map(Number);
  return [width!, height!];
}

function tagsIn(typed: string): string[] {
  return typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
