import { element } from './element.ts';

export interface FileSlotOptions {
  id: string;
  label: string;
  hint: string;
  /** What is used while no file was given. */
  without?: string;
  isMultiple?: boolean;
  /** Files were chosen for this place. They are in it. */
  onChoose: (files: File[]) => void;
  /** Several files were dropped on this place, and not all of them may belong here. */
  onDropSeveral: (files: File[]) => void;
}

/** A place for a file: the browser's own input, which a keyboard reaches, and files may be dropped on it. */
export class FileSlot {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #options: FileSlotOptions;

  constructor(options: FileSlotOptions) {
    const { id, label, hint, without, isMultiple, onChoose } = options;
    this.#options = options;
    this.#input = element('input', { type: 'file', id, multiple: isMultiple, 'aria-describedby': `${id}-hint` });
    this.#input.addEventListener('change', () => onChoose(this.files));
    this.element = element(
      'div',
      { class: 'slot' },
      element('label', { for: id }, label),
      this.#input,
      element('p', { class: 'hint', id: `${id}-hint` }, without ? `${hint} ${without}` : hint),
    );
    this.#takeDrops();
  }

  get files(): File[] {
    return [...(this.#input.files ?? [])];
  }

  /** Shows the files as if they had been chosen here, without an event. */
  put(files: readonly File[]): void {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    this.#input.files = transfer.files;
  }

  #takeDrops(): void {
    const over = (isOver: boolean) => this.element.classList.toggle('is-over', isOver);
    this.element.addEventListener('dragover', () => over(true));
    this.element.addEventListener('dragleave', () => over(false));
    this.element.addEventListener('drop', (event) => {
      over(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
      if (files.length > 1) return this.#options.onDropSeveral(files);
      this.put(files);
      this.#options.onChoose(files);
    });
  }
}
