/** Format of one kind of secret, such as the API keys of one service. */
export interface SecretForm {
  /** Name of the kind of secret, with an article, e.g. `a private key`. */
  readonly name: string;
  /** Texts with which a secret of this kind begins. `form` is only tried where one of them occurs. */
  readonly anchors: readonly string[];
  /**
   * Sticky pattern of a whole secret, including its anchor. Each part repeats one character class, and never the class of the
   * part before, so matching takes linear time.
   */
  readonly form: RegExp;
}

/**
 * Keys and tokens that are recognisable by their format.
 * Sources: `platform/auth/token.ts` and `webhooks/signature.ts` for this service; RFC 7468 and RFC 9580 for PEM and armored keys.
 * RFC 7519 for JWT. For services, their documentation of keys, as collected by the open rules of gitleaks and secretlint.
 * Services: AWS IAM unique identifiers, Google Cloud API keys, Azure storage connection strings, GitHub and GitLab token formats.
 * Slack token types, Stripe API keys, Shopify, SendGrid, Twilio, npm, PyPI, Hugging Face, OpenAI, Anthropic, DigitalOcean, Databricks.
 */
export const SECRET_FORMS: readonly SecretForm[] = [
  {
    name: 'a token of this service',
    anchors: ['imgp_', 'imso_', 'imck_', 'imop_', 'imak_'],
    form: /im(?:gp|so|ck|op|ak)_[0-9A-Za-z]{39}/y,
  },
  { name: 'a webhook secret', anchors: ['whsec_'], form: /whsec_[0-9A-Za-z+/=_-]{24,120}/y },
  {
    name: 'a private key',
    anchors: ['-----BEGIN '],
    form: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y,
  },
  { name: 'a private key', anchors: ['PuTTY-User-Key-File-'], form: /PuTTY-User-Key-File-[23]: /y },
  { name: 'a private key', anchors: ['AGE-SECRET-KEY-1'], form: /AGE-SECRET-KEY-1[0-9A-Z]{58}/y },
  {
    name: 'a JSON Web Token',
    anchors: ['eyJ'],
    form: /eyJ[0-9A-Za-z_-]{10,4096}\.eyJ[0-9A-Za-z_-]{4,65536}\.[0-9A-Za-z_-]{0,4096}/y,
  },
  {
    name: 'an AWS access key',
    anchors: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    form: /A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16}/y,
  },
  { name: 'a Google API key', anchors: ['AIza'], form: /AIza[0-9A-Za-z_-]{35}/y },
  { name: 'a Google OAuth secret', anchors: ['GOCSPX-'], form: /GOCSPX-[0-9A-Za-z_-]{28}/y },
  { name: 'a Google OAuth token', anchors: ['ya29.'], form: /ya29\.[0-9A-Za-z_-]{20,2048}/y },
  { name: 'an Azure storage key', anchors: ['AccountKey='], form: /AccountKey=[0-9A-Za-z+/]{86}==/y },
  {
    name: 'a GitHub token',
    anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    form: /gh[pousr]_[0-9A-Za-z]{36,255}/y,
  },
  { name: 'a GitHub token', anchors: ['github_pat_'], form: /github_pat_[0-9A-Za-z_]{60,255}/y },
  {
    name: 'a GitLab token',
    anchors: ['glpat-', 'gldt-', 'glrt-', 'glptt-'],
    form: /gl(?:pat|dt|rt|ptt)-[0-9A-Za-z_.-]{20,300}/y,
  },
  {
    name: 'a Slack token',
    anchors: ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'],
    form: /x(?:ox[abeoprs]|app)-[0-9A-Za-z-]{10,300}/y,
  },
  {
    name: 'a Slack webhook URL',
    anchors: ['hooks.slack.com/services/'],
    form: /hooks\.slack\.com\/services\/[0-9A-Za-z]{5,20}\/[0-9A-Za-z]{5,20}\/[0-9A-Za-z]{16,40}/y,
  },
  {
    name: 'a Stripe key',
    anchors: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    form: /[sr]k_(?:live|test)_[0-9A-Za-z]{16,250}/y,
  },
  {
    name: 'a model provider’s key',
    anchors: ['sk-'],
    form: /sk-(?:proj-|ant-|svcacct-|admin-|or-)?(?=[0-9A-Za-z_-]{0,40}[0-9])[0-9A-Za-z_-]{20,300}/y,
  },
  { name: 'a model provider’s key', anchors: ['gsk_', 'xai-'], form: /(?:gsk_|xai-)[0-9A-Za-z]{40,120}/y },
  { name: 'a Hugging Face token', anchors: ['hf_'], form: /hf_[0-9A-Za-z]{34,40}/y },
  { name: 'an npm token', anchors: ['npm_'], form: /npm_[0-9A-Za-z]{36}/y },
  { name: 'a PyPI token', anchors: ['pypi-AgEI'], form: /pypi-AgEI[0-9A-Za-z_-]{50,300}/y },
  { name: 'a SendGrid key', anchors: ['SG.'], form: /SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{30,64}/y },
  { name: 'a Twilio key', anchors: ['SK'], form: /SK[0-9a-f]{32}/y },
  { name: 'a Mailgun key', anchors: ['key-'], form: /key-[0-9a-f]{32}/y },
  { name: 'a DigitalOcean token', anchors: ['dop_v1_', 'doo_v1_', 'dor_v1_'], form: /do[opr]_v1_[0-9a-f]{64}/y },
  {
    name: 'a Shopify token',
    anchors: ['shpat_', 'shpca_', 'shppa_', 'shpss_'],
    form: /shp(?:at|ca|pa|ss)_[0-9A-Fa-f]{32}/y,
  },
  { name: 'a Databricks token', anchors: ['dapi'], form: /dapi[0-9a-f]{32}/y },
];
