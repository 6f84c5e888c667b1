import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  type BriefOfRenderQuery,
  RequestRenderDocument,
  type RequestRenderMutation,
} from '../../web/generated/renders/graphql.ts';
import { announce } from '../../web/kit/announce.tsx';
import { Form } from '../../web/kit/form.tsx';
import type { Outcome } from '../../web/kit/outcome.ts';
import { OutcomeNotice } from '../../web/kit/states.tsx';
import { Unsaved } from '../../web/kit/unsaved.tsx';
import { useMutationOf } from '../../web/kit/use-mutation-of.ts';
import { wordsOf } from '../../web/kit/values.tsx';
import { choiceOf, MAX_SIDE_PX, MIN_SIDE_PX, OWN_SIZE, SIZES, sideOf } from './sizes.ts';
import { WhoWouldDraw } from './who-would-draw.tsx';

const MAX_PROMPT_LENGTH = 2_000;
const MAX_TITLE_LENGTH = 200;
/** Strangers draw, too, small pictures that nobody keeps: what is typed here is not to be taken for theirs. */
const FROM_A_PERSON = { isForStrangersToo: true };

/** @param like a render whose brief it begins with */
export function NewRender({ like }: { like: BriefOfRenderQuery['render'] | null }) {
  const begun = like?.prompt ?? '';
  const [prompt, setPrompt] = useState(begun);
  const [title, setTitle] = useState('');
  const [tags, setTags] = useState('');
  const [size, setSize] = useState<string>(like ? choiceOf(like) : SIZES[0].value);
  const [ownWidth, setOwnWidth] = useState(String(like?.width ?? 1_024));
  const [ownHeight, setOwnHeight] = useState(String(like?.height ?? 1_024));
  const [seed, setSeed] = useState('');
  const [isSaved, setSaved] = useState(like?.saveToBank ?? true);
  const [isStrict, setStrict] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<RequestRenderMutation> | null>(null);
  const [request, isUnderWay] = useMutationOf(RequestRenderDocument, FROM_A_PERSON);
  const [accepted, setAccepted] = useState<string | null>(null);
  const navigate = useNavigate();
  const [width, height] = size === OWN_SIZE ? [sideOf(ownWidth), sideOf(ownHeight)] : sidesIn(size);
  const seedGiven = seed.trim() === '' ? null : Number(seed.trim());
  const isSeedRight = seedGiven === null || (/^\d+$/.test(seed.trim()) && Number.isSafeInteger(seedGiven));
  const isWhole = prompt.trim() !== '' && width !== null && height !== null && isSeedRight;

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
    ...(seedGiven !== null && { seed: seedGiven }),
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

  const isTyped = prompt !== begun || title !== '' || tags !== '' || seed !== '';
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
          value={prompt}
          onChange={(event) => setPrompt(event.currentTarget.value)}
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
          value={size}
          onChange={(event) => setSize(event.currentTarget.value)}
        />
        {size === OWN_SIZE && (
          <div className="renders-sides">
            <Side label="Width" typed={ownWidth} isRight={width !== null} onChange={setOwnWidth} />
            <Side label="Height" typed={ownHeight} isRight={height !== null} onChange={setOwnHeight} />
          </div>
        )}
        <TextInput
          label="Title"
          description="Empty: what is drawn, such as “Lake at dusk”."
          maxLength={MAX_TITLE_LENGTH}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <TextInput
          label="Tags"
          description="Parted by commas, besides those of what is drawn."
          maxLength={2_000}
          value={tags}
          onChange={(event) => setTags(event.currentTarget.value)}
        />
        <TextInput
          label="Seed"
          description="A whole number. Empty: chosen at random. The same brief, size and seed give the same picture, where the engine of this service draws it."
          inputMode="numeric"
          maxLength={16}
          value={seed}
          error={isSeedRight ? undefined : 'A whole number from 0.'}
          onChange={(event) => setSeed(event.currentTarget.value)}
        />
        <fieldset>
          <legend>What becomes of it</legend>
          <label className="check">
            <input type="checkbox" checked={isSaved} onChange={(event) => setSaved(event.target.checked)} /> Put the
            picture into the bank
          </label>
          <label className="check">
            <input type="checkbox" checked={isStrict} onChange={(event) => setStrict(event.target.checked)} /> Refuse
            the brief where the engine of this service would draw something else
          </label>
        </fieldset>
        <OutcomeNotice outcome={outcome} />
        <Drawable outcome={outcome} />
        <div className="actions">
          <Button type="submit" loading={isUnderWay} disabled={!isWhole}>
            Have it drawn
          </Button>
        </div>
      </Form>
      <aside aria-label="Before it is drawn">
        <h2 className="renders-label">Who would draw it</h2>
        {width !== null && height !== null ? (
          <WhoWouldDraw widthPx={width} heightPx={height} />
        ) : (
          <p className="hint">Give both sides, and it is told here.</p>
        )}
      </aside>
      <Unsaved when={isTyped && accepted === null} />
    </div>
  );
}

function Side({
  label,
  typed,
  isRight,
  onChange,
}: {
  label: string;
  typed: string;
  isRight: boolean;
  onChange(typed: string): void;
}) {
  const bounds = `${MIN_SIDE_PX} to ${MAX_SIDE_PX.toLocaleString('en')} pixels`;
  return (
    <TextInput
      label={label}
      description={bounds}
      inputMode="numeric"
      maxLength={5}
      value={typed}
      error={isRight ? undefined : `A whole number: ${bounds}.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** With `strict`, what the brief may be of instead. */
function Drawable({ outcome }: { outcome: Outcome<RequestRenderMutation> | null }) {
  if (outcome?.kind !== 'PROBLEM' || !('drawable' in outcome.problem)) return null;
  return <p className="hint">It draws: {outcome.problem.drawable.map((scene) => wordsOf(scene)).join(', ')}.</p>;
}

/** One key for what is typed, however often it is sent: an answer that was lost on the way makes no second picture. */
function useKeyFor(typed: string): string {
  const kept = useRef({ typed: '', key: '' });
  if (kept.current.typed !== typed) kept.current = { typed, key: newKey() };
  return kept.current.key;
}

/** `crypto.randomUUID` is not there on a page over plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `back-office-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
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
