import { Button } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../../web/kit/announce.tsx';
import { Confirm } from '../../web/kit/confirm.tsx';
import { useMay } from '../../web/kit/viewer.ts';
import { MOVES, moveAll, type PictureMove } from './bulk.ts';
import type { PictureDetails } from './picture-types.ts';
import { texts } from './texts.ts';

/** Buttons that change the status of a picture, as its current status allows. */
export function PictureMoves({ picture: { id, title, status } }: { picture: PictureDetails }) {
  const may = useMay();
  const [isUnderWay, setUnderWay] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [erases, setErases] = useState(false);
  const moves = MOVES.filter(({ permission, from }) => may(permission) && from.includes(status));
  const purge = moves.find(({ name }) => name === 'PURGE');

  const run = async (move: PictureMove) => {
    setErases(false);
    setUnderWay(true);
    setRefusal(null);
    const { changedCount, refused, stopped } = await moveAll(move, [id], () => undefined);
    setUnderWay(false);
    setRefusal(stopped ?? refused[0]?.why ?? null);
    if (changedCount > 0) announce(texts.picture.moved(move.done));
    // Moves the keyboard focus to the heading, because the clicked button can be gone.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  return (
    <>
      {moves.map((move) => (
        <Button
          key={move.name}
          variant={move.name === 'RELEASE' ? 'filled' : 'default'}
          disabled={isUnderWay}
          onClick={() => (move.name === 'PURGE' ? setErases(true) : void run(move))}
        >
          {move.label}
        </Button>
      ))}
      {refusal && (
        <p className="bank-picture-refusal" role="alert">
          {refusal}
        </p>
      )}
      {purge && (
        <Confirm
          isOpen={erases}
          title={texts.picture.purgeTitle}
          action={texts.moves.PURGE.label}
          isDangerous
          isUnderWay={isUnderWay}
          onConfirm={() => void run(purge)}
          onClose={() => setErases(false)}
        >
          <p>{texts.picture.purgeText(title)}</p>
        </Confirm>
      )}
    </>
  );
}
