import { element } from './element.ts';

export interface FileSlotOptions {
  id: string;
  label: string;
  hint: string;
  /** Second sentence of the hint, which names the default. */
  without?: string;
  isMultiple?: boolean;
  /** Called with the chosen files, which the input already contains. */
  onChoose: (files: File[]) => void;
  /** Called when several files are dropped; some may belong in other inputs of the form. */
  onDropSeveral: (files: File[]) => void;
}

/** File input that accepts dropped files and can be used with the keyboard. */
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
    this.#acceptDrops();
  }

  get files(): File[] {
    return [...(this.#input.files ?? [])];
  }

  /** Puts the files into the input without firing an event. */
  put(files: readonly File[]): void {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    this.#input.files = transfer.files;
  }

  #acceptDrops(): void {
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
