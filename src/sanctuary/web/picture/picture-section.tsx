import { WhenNear } from '../page/when-near.tsx';

const loadBench = () => import('./picture-bench.tsx').then(({ PictureBench }) => PictureBench);

/** A brief in, a picture out; and one of those that are in the bank. */
export function PictureSection() {
  return (
    <WhenNear load={loadBench} props={{}}>
      <p className="quiet">
        With scripts on, a picture is drawn here from your words. Without them:{' '}
        <a href="/api/marketing/image-bank/pick?tags=lake&as=bytes">a picture of a lake</a>, of those in the bank whose
        turn it is.
      </p>
    </WhenNear>
  );
}
