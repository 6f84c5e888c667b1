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
import { Form } from '../../web/kit/form.tsx';
import { newIdempotencyKey } from '../../web/kit/idempotency-key.ts';
import type { MutationOutcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { enumLabel } from '../../web/kit/values.tsx';
import { RendererPreview } from './renderer-preview.tsx';
import { choiceOf, MAX_SIDE_PX, MIN_SIDE_PX, OWN_SIZE, SIZES, sideOf } from './sizes.ts';

const MAX_PROMPT_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 200;
const SIDE_BOUNDS = `${MIN_SIDE_PX} to ${MAX_SIDE_PX.toLocaleString('en')} pixels`;
/** Fields whose text is asked about before it is lost. */
const TEXTS = ['prompt', 'title', 'tags', 'seed'] as const;

/** @param like a render whose brief it begins with */
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
      seed: (text) => (seedOf(text) === undefined ? 'A whole number from 0.' : null),
    },
    validateInputOnChange: true,
  });
  const { prompt, title, tags, size, ownWidth, ownHeight, isSaved, isStrict } = form.values;
  const [outcome, setOutcome] = useState<MutationOutcome<RequestRenderMutation> | null>(null);
  // Anonymous callers can request small renders that are not kept. This one must not be taken for theirs.
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
    announce('The brief is accepted.');
    setAccepted(done.payload.render?.id ?? '');
  };
  // Once nothing typed can be lost any more, so that nobody is asked whether to leave it.
  useEffect(() => {
    if (accepted === null) return;
    void navigate({ to: accepted === '' ? '/admin/renders' : `/admin/renders/${accepted}` });
  }, [accepted, navigate]);

  const isTyped = TEXTS.some((field) => form.isDirty(field));
  return (
    <div className="renders-new">
      <Form label="New render" onSubmit={() => void submit()}>
        <Textarea
          label="Brief"
          description={`What to draw. English or French for the engine of this service. ${(MAX_PROMPT_LENGTH - prompt.length).toLocaleString('en')} characters left.`}
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
          label="Size"
          description="A model may give another one."
          data={[...SIZES, { value: OWN_SIZE, label: 'Another size' }]}
          {...form.getInputProps('size')}
        />
        {size === OWN_SIZE && (
          <div className="renders-sides">
            <Side label="Width" {...form.getInputProps('ownWidth')} />
            <Side label="Height" {...form.getInputProps('ownHeight')} />
          </div>
        )}
        <TextInput
          label="Title"
          description="Empty: what is drawn, such as “Lake at dusk”."
          maxLength={MAX_TITLE_LENGTH}
          {...form.getInputProps('title')}
        />
        <TextInput
          label="Tags"
          description="Parted by commas, besides those of what is drawn."
          maxLength={2_000}
          {...form.getInputProps('tags')}
        />
        <TextInput
          label="Seed"
          description="A whole number. Empty: chosen at random. The same brief, size and seed give the same picture, where the engine of this service draws it."
          inputMode="numeric"
          maxLength={16}
          {...form.getInputProps('seed')}
        />
        <fieldset>
          <legend>What becomes of it</legend>
          <label className="check">
            <input type="checkbox" {...form.getInputProps('isSaved', { type: 'checkbox' })} /> Put the picture into the
            bank
          </label>
          <label className="check">
            <input type="checkbox" {...form.getInputProps('isStrict', { type: 'checkbox' })} /> Refuse the brief where
            the engine of this service would draw something else
          </label>
        </fieldset>
        <OutcomeNotice outcome={outcome} />
        <DrawableScenes outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isWhole}>
            Have it drawn
          </Button>
        </div>
      </Form>
      <aside aria-label="Before it is drawn">
        <h2 className="renders-label">Who would draw it</h2>
        {width !== null && height !== null ? (
          <RendererPreview widthPx={width} heightPx={height} />
        ) : (
          <p className="hint">Give both sides, and it is told here.</p>
        )}
      </aside>
      <Unsaved when={isTyped && accepted === null} />
    </div>
  );
}

function Side(props: TextInputProps) {
  return <TextInput description={SIDE_BOUNDS} inputMode="numeric" maxLength={5} {...props} />;
}

const sideError = (text: string) => (sideOf(text) === null ? `A whole number: ${SIDE_BOUNDS}.` : null);

/** Null: none is given. Undefined: the text is not a seed. */
function seedOf(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return null;
  return /^\d+$/.test(digits) && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** With `strict`, what the brief may be of instead. */
function DrawableScenes({ outcome }: { outcome: MutationOutcome<RequestRenderMutation> | null }) {
  if (outcome?.kind !== 'PROBLEM' || !('drawable' in outcome.problem)) return null;
  return <p className="hint">It draws: {outcome.problem.drawable.map((scene) => enumLabel(scene)).join(', ')}.</p>;
}

/** One key for what is typed, however often it is sent: an answer that was lost on the way makes no second picture. */
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
