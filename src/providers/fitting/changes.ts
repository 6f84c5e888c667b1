/** One way in which a request is changed for a provider. `docs/providers.md` is generated from these. */
interface RequestChange {
  readonly title: string;
  readonly sentence: string;
  /** True if it can change the answer, so that the caller gets a warning. */
  readonly isWarned: boolean;
}

export const CHANGES = {
  CALL_IDS: {
    title: 'Ids of tool calls',
    sentence:
      'An id in another form than the provider takes, or one that came before, is respelled, in the call and in its result. The same conversation always gets the same ids, so prompt caches keep working. The caller’s ids stay as they are.',
    isWarned: false,
  },
  CALL_INPUT: {
    title: 'Arguments of tool calls',
    sentence: 'Arguments that aren’t a JSON object are put into one, as `{"value": …}`.',
    isWarned: false,
  },
  TOOL_NAMES: {
    title: 'Names of tools',
    sentence: 'A name that doesn’t begin with a letter or `_` gets a `_` before it. The caller sees its own name.',
    isWarned: false,
  },
  TOOL_DESCRIPTION: {
    title: 'Descriptions of tools',
    sentence: 'A description that is too long is sent in the schema of the arguments instead.',
    isWarned: false,
  },
  NEIGHBOURS: {
    title: 'Neighbours of one role',
    sentence: 'Messages of one role that follow each other are joined, with a blank line between their texts.',
    isWarned: false,
  },
  LATE_SYSTEM: {
    title: 'Late system messages',
    sentence:
      'A system message after the first turn is sent at its place within a turn of the user, in `<system>` tags.',
    isWarned: true,
  },
  FIRST_TURN: {
    title: 'First turn',
    sentence: 'If the assistant speaks first, the turn “(The assistant speaks first.)” of the user is put before it.',
    isWarned: true,
  },
  LAST_TURN: {
    title: 'Last turn',
    sentence:
      'If the conversation ends with the assistant, or nothing is left of the user, the turn “Continue.” of the user is added.',
    isWarned: true,
  },
  AFTER_TOOLS: {
    title: 'Turn after tools',
    sentence:
      'If the user speaks right after the results of tools, the turn “Done.” of the assistant is put between them.',
    isWarned: true,
  },
  BLANK_TEXTS: {
    title: 'Blank texts',
    sentence: 'Texts without a visible character are left out.',
    isWarned: true,
  },
  TOOLS_AS_TEXT: {
    title: 'Tool calls as text',
    sentence: 'Calls of tools and their results in the conversation are written as text.',
    isWarned: true,
  },
  TOOLS_DECLARED: {
    title: 'Tools of the past',
    sentence:
      'If the conversation has tool calls and the request brings no tools, the called tools are declared without arguments, and none may be called.',
    isWarned: false,
  },
  PARAMETER_LEFT_OUT: {
    title: 'Parameters',
    sentence: 'A parameter that the model can’t take is left out.',
    isWarned: true,
  },
  PARAMETER_BOUNDED: {
    title: 'Bounds of parameters',
    sentence: 'A value outside the range that the model takes is set to the nearest one.',
    isWarned: true,
  },
  SEED: {
    title: 'Seed',
    sentence: 'A seed outside the provider’s range is folded into it: the same seed always becomes the same one.',
    isWarned: false,
  },
  EFFORT: {
    title: 'Reasoning effort',
    sentence: 'An effort that the model doesn’t have becomes the next lower one, or else its lowest.',
    isWarned: true,
  },
  STOP_LEFT_OUT: {
    title: 'Empty stop sequences',
    sentence: 'An empty stop sequence is left out.',
    isWarned: true,
  },
  STOP_AFTERWARDS: {
    title: 'Stop sequences',
    sentence:
      'A stop sequence that the provider doesn’t take is applied by this service: the answer ends there with `finish_reason: "stop"`. The provider charges what it wrote after it.',
    isWarned: true,
  },
  STRICT: {
    title: 'Strict schemas',
    sentence:
      'If the provider can’t guarantee a schema with `strict: true`, it is sent without. An answer is still checked against it, and one that misses it is an error.',
    isWarned: true,
  },
  SCHEMA: {
    title: 'Schemas',
    sentence:
      'Schemas are put into the provider’s subset so that no valid value is lost: `properties`, `items` and `type` are filled in, and combinators at the root are folded. Keywords that the provider doesn’t take are moved to the description. Answers are checked against the caller’s schema.',
    isWarned: false,
  },
  FORMAT_IN_PROMPT: {
    title: 'Format in the prompt',
    sentence: 'A format that the provider can’t be asked for is put into the prompt, with the schema.',
    isWarned: true,
  },
  JSON_WORD: {
    title: 'The word JSON',
    sentence: 'The prompt says that the answer is JSON, since the provider refuses JSON mode without that word.',
    isWarned: false,
  },
  CACHE_BREAKPOINTS: {
    title: 'Cache breakpoints',
    sentence:
      'At most four cache breakpoints are sent, the last ones. A breakpoint of 1 hour after one of 5 minutes becomes one of 5 minutes.',
    isWarned: true,
  },
  TOOL_CHOICE_ASKED: {
    title: 'Forced tool calls',
    sentence: 'The model may not be forced to call a tool, so the prompt asks it to. It can answer without a call.',
    isWarned: true,
  },
  THINKING_OFF: {
    title: 'Thinking',
    sentence:
      'The model answers without thinking if a tool call is forced, or if the conversation has tool calls without the reasoning that led to them: the provider refuses both while the model thinks.',
    isWarned: true,
  },
  TOOLS_HELD_BACK: {
    title: 'No tool calls',
    sentence: 'With `tool_choice: "none"` the tools are not sent: the provider takes no choice.',
    isWarned: false,
  },
} as const satisfies Readonly<Record<string, RequestChange>>;

export type ChangeName = keyof typeof CHANGES;

/** Notes down what was changed for one deployment. */
export class Changes {
  readonly deployment: string;
  readonly #warnings = new Set<string>();
  readonly #names = new Set<ChangeName>();

  constructor(deployment: string) {
    this.deployment = deployment;
  }

  /** @param warning for the caller; of a change that isn't warned of, none */
  note(name: ChangeName, warning: string | null = null): void {
    this.#names.add(name);
    if (CHANGES[name].isWarned && warning !== null) this.#warnings.add(warning);
  }

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  get names(): readonly ChangeName[] {
    return [...this.#names];
  }
}
