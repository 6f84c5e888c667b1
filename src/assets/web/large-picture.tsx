import { useState } from 'react';
import type { PictureDetails } from './picture-types.ts';
import { ownPath, previewOf } from './preview.ts';

/** The picture as large as there is room, which leads to its file. */
export function LargePicture({ picture }: { picture: PictureDetails }) {
  const { file, thumbhash, dominantColor, alt } = picture;
  const [isThere, setThere] = useState(false);
  const [isGone, setGone] = useState(false);
  if (isGone) return <p className="bank-picture-missing">The file could not be loaded. Load the page to try again.</p>;
  return (
    <a
      href={ownPath(file.url)}
      className="bank-large-picture"
      aria-label="Open the file"
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
