import { Check } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { PageLink } from '../../web/kit/link.tsx';
import { StatusBadge } from '../../web/kit/values.tsx';
import { STATUS_LABELS } from './asset-labels.ts';
import { Picture } from './picture.tsx';
import type { BankPicture } from './picture-types.ts';
import { texts } from './texts.ts';

interface PictureCellProps {
  picture: BankPicture;
  index: number;
  widthPx: number;
  heightPx: number;
  isActive: boolean;
  isChosen: boolean;
  onToggle(index: number): void;
  onExtend(index: number): void;
  onActivate(index: number): void;
}

/** Picture in the grid, with a link to its page and a button to select it. */
export const PictureCell = memo(function PictureCell(props: PictureCellProps) {
  const { picture, index, widthPx, heightPx, isActive, isChosen, onToggle, onExtend, onActivate } = props;
  const { id, title, status, thumbhash, dominantColor, file } = picture;
  const choose = (event: MouseEvent) => {
    onActivate(index);
    if (event.shiftKey) onExtend(index);
    else onToggle(index);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no table cell, because pictures have no columns
    // biome-ignore lint/a11y/useFocusableInteractive: the link in the cell gets the focus
    <div
      role="gridcell"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className="bank-picture-cell"
      style={{ width: widthPx }}
      onFocus={() => onActivate(index)}
      onClickCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        choose(event);
      }}
    >
      <PageLink to={`/admin/bank/${id}`} search="KEEP" tabIndex={isActive ? 0 : -1}>
        <Picture
          thumbhash={thumbhash}
          dominantColor={dominantColor}
          narrow={file.narrow}
          wide={file.wide}
          widthPx={widthPx}
          heightPx={heightPx}
        />
        <span className="bank-picture-caption">
          <span className="bank-picture-title">{title}</span>
          {status !== 'LIVE' && (
            <StatusBadge tone={STATUS_LABELS[status].tone}>{STATUS_LABELS[status].word}</StatusBadge>
          )}
        </span>
      </PageLink>
      <button
        type="button"
        className="bank-choose"
        tabIndex={-1}
        aria-pressed={isChosen}
        aria-label={texts.picture.select(title)}
        onClick={choose}
      >
        <Check size={15} aria-hidden />
      </button>
    </div>
  );
});
