import { useState } from 'react';
import type { PictureDetails } from './picture-types.ts';
import { ownPath, previewOf } from './preview.ts';
import { texts } from './texts.ts';

/** Shows a picture as large as the screen allows, linked to its file. */
export function LargePicture({ picture }: { picture: PictureDetails }) {
  const { file, thumbhash, dominantColor, alt } = picture;
  const [isThere, setThere] = useState(false);
  const [isGone, setGone] = useState(false);
  if (isGone) return <p className="bank-picture-missing">{texts.picture.failed}</p>;
  return (
    <a
      href={ownPath(file.url)}
      className="bank-large-picture"
      aria-label={texts.picture.openFile}
      style={{
        aspectRatio: `${file.width} / ${file.height}`,
        maxWidth: `min(100%, ${file.width}px, calc(78vh * ${file.width / file.height}))`,
        backgroundColor: dominantColor,
        backgroundImage: isThere ? undefined : `url(${previewOf(thumbhash)})`,
      }}
    >
      <img
        src={ownPath(file.screen)}
        width={file.width}
        height={file.height}
        alt={alt}
        data-there={isThere || undefined}
        onLoad={() => setThere(true)}
        onError={() => setGone(true)}
      />
    </a>
  );
}
