import { LazyPart } from '../page/lazy-part.tsx';

const loadBench = () => import('./picture-bench.tsx').then(({ PictureBench }) => PictureBench);

/** Renders a picture from a brief, and picks one from the bank. */
export function PictureSection() {
  return (
    <LazyPart name="PictureBench" load={loadBench} props={{}}>
      <p className="quiet">
        This part needs scripts to render a picture from your words. Without scripts, pick{' '}
        <a href="/api/marketing/image-bank/pick?tags=lake&as=bytes">a picture of a lake</a> from the bank.
      </p>
    </LazyPart>
  );
}
