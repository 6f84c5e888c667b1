const HAD_RULE = `select exists (
  select from routing_policy, jsonb_array_elements(document -> 'rules') as rule where rule ->> 'task' = any($1::text[]))`;

/** Statement that asks whether any version of the policy had a rule for one of these tasks. */
export const hadRule = (tasks: readonly string[]) => ({
  name: 'routing_policy_had_rule',
  text: HAD_RULE,
  values: [tasks],
});
