/** Texts of the screens for capabilities. */
export const texts = {
  groups: {
    MODELS: 'Models and rendering',
    PROVIDERS: 'Providers',
    PROOF: 'Seals and proof',
    PEOPLE: 'People and approvals',
    OUTSIDE: 'Integrations',
    SERVICE: 'Infrastructure',
  },
  states: {
    ON: 'On',
    OFF: 'Off',
    NOT_CONFIGURED: 'Not configured',
    FAILING: 'Not working',
    UNKNOWN: 'Unknown',
  },
  screen: {
    title: 'Capabilities',
    lead: 'Features of this installation, and what is missing for the rest.',
    refresh: 'Refresh',
    core: 'Always available',
    roadmap: 'Roadmap',
    notAvailable: 'Not available',
  },
  screens: {
    settings: 'Settings',
    keys: 'Provider keys',
    models: 'Models',
    webhooks: 'Webhooks',
  },
};
