import { useState } from 'react';
import { ownPath, previewOf } from './preview.ts';

interface PictureProps {
  thumbhash: string;
  dominantColor: string;
  /** Of 320 pixels, or narrower where the original is. */
  narrow: string;
  wide?: string;
  widthPx: number;
  heightPx: number;
  /** Left out: what it shows is said beside it. */
  alt?: string;
}

/** A picture in a place of a fixed size: its colour first, then its blurred preview, then it. */
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
        <span className="bank-picture-gone">The file could not be loaded.</span>
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
