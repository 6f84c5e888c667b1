/** CSS of form fields and buttons on all server-rendered pages. */
export const FORM_STYLE = `
  form.fields { max-width: 26rem; margin: 1.75rem 0; }
  label { display: block; font: 600 var(--text-s)/1.5 var(--sans); margin: 1.25rem 0 .3rem; }
  input:is([type="text"], [type="email"], [type="password"], [type="search"]), textarea, select { width: 100%; color: inherit;
    font: 1rem/1.5 var(--sans); background: var(--field); border: 1px solid var(--edge); border-radius: var(--radius-s);
    padding: .5rem .7rem; transition: border-color var(--fast) var(--ease); }
  textarea { resize: vertical; }
  :is(input, textarea, select):hover:not(:disabled, [readonly]) { border-color: var(--soft); }
  input[readonly] { background: none; border-style: dashed; }
  :is(input, textarea, select)[aria-invalid="true"] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
  .fault { color: var(--bad); font: var(--text-s)/1.5 var(--sans); margin: .35rem 0 0; }
  button, .button, ::file-selector-button { display: inline-block; cursor: pointer; font: 500 .95rem/1.5 var(--sans); text-decoration: none;
    border: 1px solid var(--mark); border-radius: var(--radius-s); padding: .5rem 1.2rem; background: var(--mark); color: var(--paper);
    transition: background-color var(--fast) var(--ease); }
  :is(button, .button):hover:not(:disabled) { background: color-mix(in srgb, var(--mark) 86%, var(--ink)); }
  :is(button, .button).quiet, ::file-selector-button { background: none; color: var(--mark); }
  :is(button, .button).quiet:hover:not(:disabled) { background: color-mix(in srgb, var(--mark) 9%, transparent); }
  :is(button, .button).small { font-size: var(--text-s); padding: .2rem .75rem; }
  button:disabled { cursor: default; background: var(--shade); border-color: var(--line); color: var(--soft); }
  .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; }
  .actions + p, form + p { margin-top: 1.75rem; }
`;
