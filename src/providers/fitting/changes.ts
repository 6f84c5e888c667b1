/** One way in which a request is changed for a provider. `docs/providers.md` is generated from `CHANGES`. */
interface RequestChange {
  readonly title: string;
  readonly sentence: string;
  /** True if this change can affect the answer, so that the caller gets a warning. */
  readonly isWarned: boolean;
}

export const CHANGES = {
  CALL_IDS: {
    title: 'Tool call ids',
    sentence:
      'An id that the provider doesn’t accept, or that occurred before, is replaced in the call and in its result. The same conversation always gets the same ids, so prompt caches keep working. The caller sees its own ids.',
    isWarned: false,
  },
  CALL_INPUT: {
    title: 'Tool call arguments',
    sentence: 'Arguments that aren’t a JSON object are wrapped in one, as `{"value": …}`.',
    isWarned: false,
  },
  TOOL_NAMES: {
    title: 'Tool names',
    sentence: 'A name that doesn’t start with a letter or `_` is prefixed with `_`. The caller sees its own name.',
    isWarned: false,
  },
  TOOL_DESCRIPTION: {
    title: 'Tool descriptions',
    sentence: 'A description that is too long is sent in the schema of the arguments instead.',
    isWarned: false,
  },
  NEIGHBOURS: {
    title: 'Consecutive messages of one role',
    sentence: 'Consecutive messages of one role are joined, with a blank line between their texts.',
    isWarned: false,
  },
  LATE_SYSTEM: {
    title: 'Late system messages',
    sentence: 'A system message after the first turn is sent at its place within a user message, in `<system>` tags.',
    isWarned: true,
  },
  FIRST_TURN: {
    title: 'First turn',
    sentence:
      'If the conversation starts with the assistant, the user message “(The assistant speaks first.)” is inserted before it.',
    isWarned: true,
  },
  LAST_TURN: {
    title: 'Last turn',
    sentence:
      'If the conversation ends with the assistant, or no user message is left, the user message “Continue.” is added.',
    isWarned: true,
  },
  AFTER_TOOLS: {
    title: 'Message after tool results',
    sentence:
      'If a user message directly follows tool results, the assistant message “Done.” is inserted between them.',
    isWarned: true,
  },
  BLANK_TEXTS: {
    title: 'Blank texts',
    sentence: 'Texts without a visible character are removed.',
    isWarned: true,
  },
  TOOLS_AS_TEXT: {
    title: 'Tool calls as text',
    sentence: 'Tool calls and their results in the conversation are converted to text.',
    isWarned: true,
  },
  TOOLS_DECLARED: {
    title: 'Tools of earlier calls',
    sentence:
      'If the conversation has tool calls but the request has no tools, the called tools are declared without arguments, and the model can’t call them.',
    isWarned: false,
  },
  PARAMETER_LEFT_OUT: {
    title: 'Parameters',
    sentence: 'A parameter that the model doesn’t support is removed.',
    isWarned: true,
  },
  PARAMETER_BOUNDED: {
    title: 'Parameter ranges',
    sentence: 'A value outside the model’s range is set to the nearest supported value.',
    isWarned: true,
  },
  SEED: {
    title: 'Seed',
    sentence: 'A seed outside the provider’s range is mapped into it. The same seed always maps to the same value.',
    isWarned: false,
  },
  EFFORT: {
    title: 'Reasoning effort',
    sentence: 'An effort that the model doesn’t support becomes the next lower one, or else its lowest.',
    isWarned: true,
  },
  STOP_LEFT_OUT: {
    title: 'Empty stop sequences',
    sentence: 'An empty stop sequence is removed.',
    isWarned: true,
  },
  STOP_AFTERWARDS: {
    title: 'Stop sequences',
    sentence:
      'This service applies a stop sequence that the provider doesn’t support: the answer ends there with `finish_reason: "stop"`. The provider charges the tokens after it.',
    isWarned: true,
  },
  STRICT: {
    title: 'Strict schemas',
    sentence:
      'If the provider can’t guarantee a schema with `strict: true`, the schema is sent without it. The answer is still checked, and a mismatch is an error.',
    isWarned: true,
  },
  SCHEMA: {
    title: 'Schemas',
    sentence:
      'Schemas are converted to the provider’s subset without excluding valid values: `properties`, `items` and `type` are filled in, and combinators at the root are merged. Unsupported keywords move to the description. Answers are checked against the caller’s schema.',
    isWarned: false,
  },
  FORMAT_IN_PROMPT: {
    title: 'Format in the prompt',
    sentence: 'A format that the provider has no parameter for is put into the prompt, with its schema.',
    isWarned: true,
  },
  JSON_WORD: {
    title: 'The word JSON',
    sentence: 'The prompt says that the answer is JSON, because the provider refuses JSON mode without that word.',
    isWarned: false,
  },
  CACHE_BREAKPOINTS: {
    title: 'Cache breakpoints',
    sentence:
      'At most four cache breakpoints are sent: the last ones. A breakpoint of 1 hour after one of 5 minutes becomes one of 5 minutes.',
    isWarned: true,
  },
  TOOL_CHOICE_ASKED: {
    title: 'Forced tool calls',
    sentence:
      'The model can’t be forced to call a tool, so the prompt asks for the call. The model can still answer without one.',
    isWarned: true,
  },
  THINKING_OFF: {
    title: 'Thinking',
    sentence:
      'The model answers without thinking if a tool call is forced, or if the conversation has tool calls without their reasoning. The provider refuses both while the model thinks.',
    isWarned: true,
  },
  TOOLS_HELD_BACK: {
    title: 'No tool calls',
    sentence: 'With `tool_choice: "none"` the tools aren’t sent, because the provider has no such parameter.',
    isWarned: false,
  },
} as const satisfies Readonly<Record<string, RequestChange>>;

export type ChangeName = keyof typeof CHANGES;

/** Records the changes of a request for one deployment. */
export class Changes {
  readonly deployment: string;
  readonly #warnings = new Set<string>();
  readonly #names = new Set<ChangeName>();

  constructor(deployment: string) {
    this.deployment = deployment;
  }

  /** @param warning for the caller; ignored if the change isn't `isWarned` */
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
