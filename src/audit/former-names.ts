/** Names that actions had until version 0.1, by their current name. Audit entries keep the name that they were written with. */
const FORMER_ACTIONS: Readonly<Record<string, string>> = {
  createPublishRequest: 'filePublishRequest',
  deleteOwnProviderKey: 'removeOwnProviderKey',
  deleteOwnServer: 'removeOwnServer',
  deleteProviderKey: 'removeProviderKey',
  issuePartnerLink: 'issuePartnerToken',
  markExternalTool: 'markToolOutward',
  revokePartnerLink: 'revokePartnerToken',
  rotatePartnerLink: 'rotatePartnerToken',
  unmarkExternalTool: 'unmarkTool',
  updateAgent: 'changeAgent',
  updateOperatorRoles: 'changeOperatorRoles',
  updateOwnPassword: 'changeOwnPassword',
  updatePublishRequest: 'editPublishRequest',
  updateSetting: 'changeSetting',
};

/** Names that upkeep steps had until version 0.1, by their current name. */
const FORMER_STEPS: Readonly<Record<string, string>> = {
  'expired approvals': 'approvals that expired',
  'expired audit entries': 'audit trail whose time is over',
  'expired content of runs': 'kept content of runs',
  'expired links to drawn pictures': 'pictures that are forgotten',
  'expired months of runs': 'months of runs that are let go of',
  'expired networks in the audit trail': 'networks in the audit trail whose time is over',
  'expired permits': 'permits that nobody fetched',
  'expired secrets': 'secrets whose time is over',
  'expired sessions and links': 'sessions and links that are over',
  'expired values in the audit trail': 'values in the audit trail whose time is over',
  'held content of decided requests': 'held content of what was decided',
  'missing or damaged bytes': 'bytes missing or damaged',
  'old invitations': 'invitations long over',
  'old webhook deliveries': 'deliveries of webhooks that ended long ago',
  'purged pictures': 'pictures that are erased for good',
  'renewed witness policy': 'witnesses noted down again',
};

const SAME = new Map(
  [...Object.entries(FORMER_ACTIONS), ...Object.entries(FORMER_STEPS)].flatMap(([name, former]) => [
    [name, former],
    [former, name],
  ]),
);

/** Adds the former or current name of each renamed action and upkeep step, so that a filter also finds older entries. */
export function withFormerNames(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, ...(SAME.has(name) ? [SAME.get(name)!] : [])]);
}
