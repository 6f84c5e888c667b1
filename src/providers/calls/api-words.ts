/**
 * Words of providers' refusals: names of parameters and of JSON Schema, codes, and common English words. A reason keeps such a
 * word even if the caller's text contains it, unless it is part of a longer passage of that text.
 */
export const API_WORDS: ReadonlySet<string> = new Set(
  `
  messages message role roles content contents part parts text system developer user assistant tool tools function functions
  name names description parameters arguments input output type types object array string number integer boolean null true
  false schema properties property items required additionalproperties additional enum const anyof oneof allof format pattern
  strict json model models temperature top p k seed stop sequences sequence max min tokens token completion completions
  prompt frequency presence penalty penalties logit bias logprobs reasoning effort verbosity thinking budget response choice
  choices call calls id ids parallel stream options usage metadata service tier cache control key keys size quality image
  images file files media mime url data base64 inline document documents audio video generation config safety settings
  candidate candidates count prefill

  invalid request error errors value values parameter argument field fields unsupported supported support supports unknown
  unrecognized unexpected missing expected allowed permitted forbidden not found exist exists available unavailable
  rejected refused failed failure bad malformed exceeded exceeds exceed limit limits limited maximum minimum length
  long short large small rate quota billing credit balance account organization project region location country permission
  denied access disabled enabled deprecated deployment endpoint api version status code codes reason details precondition
  unprocessable entity validation valid timeout overloaded busy capacity server internal provider context window policy
  filter filtered blocked moderation flagged violation violates harmful unsafe

  a an and are as at be because been but by can cannot could did do does doesn don e either for from g has have here if in
  instead into is isn it its least less like may more most must needs no none of on one only or other our please provide
  provided same see should some such t than that the their them then there these this those to too try two unless until
  update use used using was way we were when where which while will with within without would you your after before between
  during each every first second last least next previous following follow follows followed alternate alternating different
  empty non blank start starts begin end ends both all any zero equal greater set specify specified contains contain
  include included includes current currently default docs documentation more information again later
  `
    .trim()
    .split(/\s+/),
);
