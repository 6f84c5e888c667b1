import { useState } from 'react';
import { ownPath, previewOf } from './preview.ts';
import { texts } from './texts.ts';

interface PictureProps {
  thumbhash: string;
  dominantColor: string;
  /** URL of the rendition that is at most 320 pixels wide. */
  narrow: string;
  wide?: string;
  widthPx: number;
  heightPx: number;
  /** Alternative text. Omitted if a caption next to the picture describes it. */
  alt?: string;
}

/** Picture of a fixed size. While the file loads, a blurred preview is shown over the dominant colour. */
export function Picture({ thumbhash, dominantColor, narrow, wide, widthPx, heightPx, alt = '' }: PictureProps) {
  const [isThere, setThere] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <span
      className="bank-picture"
      style={{
        width: widthPx,
        height: heightPx,
        backgroundColor: dominantColor,
        backgroundImage: isThere ? undefined : `url(${previewOf(thumbhash)})`,
      }}
    >
      {isGone ? (
        <span className="bank-picture-gone">{texts.picture.fileFailed}</span>
      ) : (
        <img
          src={ownPath(narrow)}
          srcSet={wide ? `${ownPath(narrow)} 320w, ${ownPath(wide)} 640w` : undefined}
          sizes={`${Math.round(widthPx)}px`}
          width={Math.round(widthPx)}
          height={Math.round(heightPx)}
          alt={alt}
          decoding="async"
          draggable={false}
          data-there={isThere || undefined}
          onLoad={() => setThere(true)}
          onError={() => setGone(true)}
        />
      )}
    </span>
  );
}
