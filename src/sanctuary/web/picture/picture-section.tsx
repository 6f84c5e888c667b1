import { LazyPart } from '../page/lazy-part.tsx';
import { texts } from '../texts.ts';

const loadBench = () => import('./picture-bench.tsx').then(({ PictureBench }) => PictureBench);

/** Section of the page that renders a picture from a brief, and picks one from the bank. */
export function PictureSection() {
  return (
    <LazyPart name="PictureBench" load={loadBench} props={{}}>
      <p className="quiet">
        {texts.picture.needsScripts((text) => (
          <a href="/api/marketing/image-bank/pick?tags=lake&as=bytes">{text}</a>
        ))}
      </p>
    </LazyPart>
  );
}
