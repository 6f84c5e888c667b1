import { element } from './element.ts';

export interface FileSlotOptions {
  id: string;
  label: string;
  hint: string;
  /** What is used while no file was given. */
  without?: string;
  isMultiple?: boolean;
  onChange: () => void;
}

/** A place for a file: the browser's own input, which a keyboard reaches, and files may be dropped on it. */
export class FileSlot {
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #onChange: () => void;

  constructor({ id, label, hint, without, isMultiple, onChange }: FileSlotOptions) {
    this.#onChange = onChange;
    this.#input = element('input', { type: 'file', id, multiple: isMultiple, 'aria-describedby': `${id}-hint` });
    this.#input.addEventListener('change', onChange);
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

  /** Takes files that were dropped. */
  give(files: FileList): void {
    this.#input.files = files;
    this.#onChange();
  }

  #takeDrops(): void {
    const over = (isOver: boolean) => this.element.classList.toggle('is-over', isOver);
    this.element.addEventListener('dragover', () => over(true));
    this.element.addEventListener('dragleave', () => over(false));
    this.element.addEventListener('drop', (event) => {
      over(false);
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopPropagation();
      this.give(event.dataTransfer.files);
    });
  }
}
