import type { Meaning } from './lexicon.ts';
import type { Term } from './reading.ts';
import { type Element, HEART_OF, type Scene, type TimeOfDay, type Weather } from './vocabulary.ts';

/** Weathers with falling snow. */
export const SNOWY: readonly Weather[] = ['snowfall', 'snowstorm'];

/**
 * A thing that the brief excludes, such as `no people`: the words of the brief, and the engine's name for it (`means`). The
 * name is null if the engine doesn't know the thing.
 */
export interface Exclusion {
  words: string;
  means: string | null;
}

/** Everything that a brief excludes, grouped by kind: elements, scenes, weather and so on. */
export class Exclusions {
  readonly elements = new Set<Element>();
  readonly scenes = new Set<Scene>();
  readonly weathers = new Set<Weather>();
  readonly colors: string[] = [];
  readonly #rest = new Set<string>();
  readonly listed: Exclusion[] = [];

  constructor(unwanted: readonly Term[]) {
    for (const { words, meanings = [] } of unwanted) {
      this.listed.push({ words, means: meanings.length > 0 ? nameOf(meanings[0]!) : null });
      for (const meaning of meanings) this.#add(meaning);
    }
    if (this.elements.has('snow-cover')) for (const weather of SNOWY) this.weathers.add(weather);
    if (this.elements.has('lightning')) this.weathers.add('storm');
    if (this.elements.has('clouds')) {
      for (const weather of ['partly-cloudy', 'cloudy', 'storm', 'rain', ...SNOWY] as const) this.weathers.add(weather);
    }
  }

  has(meaning: Meaning): boolean {
    switch (meaning.kind) {
      case 'element':
        return this.elements.has(meaning.value);
      case 'scene':
        return this.scenes.has(meaning.value);
      case 'weather':
        return this.weathers.has(meaning.value);
      case 'color':
        return false;
      case 'blackAndWhite':
        return this.#rest.has(meaning.kind);
      default:
        return this.#rest.has(meaning.value);
    }
  }

  hasTime(time: TimeOfDay): boolean {
    return this.#rest.has(time);
  }

  #add(meaning: Meaning) {
    if (meaning.kind === 'element') {
      this.elements.add(meaning.value);
      for (const scene of HEART_OF[meaning.value] ?? []) this.scenes.add(scene);
    } else if (meaning.kind === 'scene') {
      this.scenes.add(meaning.value);
      if (meaning.element) this.elements.add(meaning.element);
    } else if (meaning.kind === 'color') this.colors.push(meaning.value);
    else if (meaning.kind === 'weather') this.weathers.add(meaning.value);
    else this.#rest.add(meaning.kind === 'blackAndWhite' ? meaning.kind : meaning.value);
  }
}

function nameOf(meaning: Meaning): string {
  return meaning.kind === 'blackAndWhite' ? 'black-and-white' : meaning.value;
}
