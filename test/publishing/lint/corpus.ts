import type { PublishFindingKind } from '../../../src/publishing/publish-action.ts';

/** What a tool is called with, and what has to be found in it: nothing else may be. */
export interface Case {
  readonly args: Record<string, unknown>;
  readonly finds: readonly PublishFindingKind[];
}

const text = (body: string, ...finds: PublishFindingKind[]): Case => ({ args: { body }, finds });
/** In pieces, so that nobody who looks for leaked keys takes this file for one. */
const key = (...pieces: string[]) => pieces.join('');
const HEX = '0123456789abcdef0123456789abcdef';
const BASE62 = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6';
const LIES = 'DECEPTIVE_LINK';
const HIDES = 'HIDDEN_CHARACTERS';

const SECRETS: Case[] = [
  text(`Use ${key('im', 'ck_', BASE62, 'abc')} to ask.`, 'SECRET'),
  text(`Use ${key('im', 'op_', BASE62, 'xyz')}.`, 'SECRET'),
  text(`(${key('im', 'ak_', BASE62, '123')})`, 'SECRET'),
  text(`The hook signs with ${key('wh', 'sec_', BASE62)}.`, 'SECRET'),
  text(key('-----BEGIN ', 'PRIVATE KEY-----\nMIGHAgEAMBMG'), 'SECRET'),
  text(key('-----BEGIN ', 'RSA PRIVATE KEY-----\nMIIEow'), 'SECRET'),
  text(key('-----BEGIN ', 'OPENSSH PRIVATE KEY-----\nb3BlbnNz'), 'SECRET'),
  text(key('-----BEGIN ', 'PGP PRIVATE KEY BLOCK-----\n\nlQ'), 'SECRET'),
  text(key('AGE-SECRET-', 'KEY-1', 'A2C4E6G8'.repeat(7), 'QZ'), 'SECRET'),
  text(`token ${key('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiIxMjM0In0', '.dozjgNryP4J3jVmNHl0w')}`, 'SECRET'),
  text(`aws ${key('AK', 'IA', 'IOSFODNN7EXAMPLA')} it is`, 'SECRET'),
  text(`maps key ${key('AI', 'za', 'SyA1234567890abcdefghijklmnopqrstuv')}`, 'SECRET'),
  text(key('GOC', 'SPX-', 'abcdefghijklmnopqrstuvwxyz12'), 'SECRET'),
  text(`DefaultEndpointsProtocol=https;${key('Account', 'Key=', 'A1b2'.repeat(21), 'Ab', '==')}`, 'SECRET'),
  text(`git clone with ${key('gh', 'p_', BASE62)}`, 'SECRET'),
  text(`${key('github', '_pat_', '11', BASE62, '_', BASE62)} is mine`, 'SECRET'),
  text(key('gl', 'pat-', 'aB3dE6gH9jK2mN5pQ8sT'), 'SECRET'),
  text(key('xo', 'xb-', '123456789012-abcdefABCDEF'), 'SECRET'),
  text(`https://${key('hooks.slack', '.com/services/', 'T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX')}`, 'SECRET'),
  text(key('sk', '_live_', 'aB3dE6gH9jK2mN5pQ8sT1vW4'), 'SECRET'),
  text(`OPENAI=${key('sk', '-proj-', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0')}`, 'SECRET'),
  text(key('sk', '-ant-api03-', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0'), 'SECRET'),
  text(key('h', 'f_', 'abcdefghijklmnopqrstuvwxyzABCDEFGH'), 'SECRET'),
  text(key('np', 'm_', BASE62), 'SECRET'),
  text(key('S', 'G.', 'aB3dE6gH9jK2mN5pQ8sT1v', '.', `${BASE62}abcdefg`), 'SECRET'),
  text(`sid ${key('S', 'K', HEX)}`, 'SECRET'),
  text(key('dop', '_v1_', HEX, HEX), 'SECRET'),
  text(key('shp', 'at_', HEX), 'SECRET'),
  text('password=Hunter2!horse', 'SECRET'),
  text('The password is Tr0ub4dor&3x', 'SECRET'),
  text('Passwort: Sommer!2031xQ', 'SECRET'),
  text('"api_key": "9f8a7b6c5d4e3f2a1b0c"', 'SECRET'),
  text("client-secret => 'q8Zr!tY2pLw9'", 'SECRET'),
  text('Authorization: Bearer 8c1f0b2a9d3e4f5061728394', 'SECRET'),
  // Somebody before an `@` has the form of an address of e-mail, too.
  text('postgres://app:Xy7pQ2@db.example.org/main', 'SECRET', 'PERSONAL_DATA'),
  { args: { auth: { password: 'k9$Qm2!vX' } }, finds: ['SECRET'] },
  { args: { smtp: { clientSecret: 'a81fd6c09be24f77' } }, finds: ['SECRET'] },
  text('Reset your password: https://example.org/reset'),
  text('Your password must have 12 characters.'),
  text('password: {{password}}'),
  text(key('token=', '$', '{TOKEN}')),
  text('The secret of a good stew: patience.'),
  text('API key: see the back office'),
  text('-----BEGIN CERTIFICATE-----\nMIIB'),
  text('-----BEGIN PUBLIC KEY-----\nMCow'),
  text('The commit 3f786850e387550fdab836ed7e6dc881de23001b fixes it.'),
  text('Skip the sk-learn chapter and go to pandas.'),
  text('Order AKIA is the name of a fish restaurant.'),
  text('Bearer of good news and basic arithmetic'),
  { args: { password: '' }, finds: [] },
  { args: { tokenCount: 'twelve' }, finds: [] },
];

const LINKS: Case[] = [
  text('<a href="https://evil.example/login">https://paypal.com/login</a>', LIES),
  text('<A HREF=https://evil.example>www.paypal.com</A>', LIES),
  text("<a class='b' title='>' href='https://evil.example'>Go to paypal.com now</a>", LIES),
  text('<a href="https://evil.example"><b>paypal</b><i>.com</i></a>', LIES),
  text('<a href="&#x6A;avascript:alert(1)">Read on</a>', LIES),
  text('<a href="java\nscript:alert(1)">Read on</a>', LIES),
  text('<a href="data:text/html;base64,PHNjcmlwdD4=">Open</a>', LIES),
  text('<form action="javascript:send()"><button>OK</button></form>', LIES),
  text('<a href="//evil.example/x">paypal.com</a>', LIES),
  text('<a href="https://paypal.com.evil.example">paypal.com</a>', LIES),
  text('<a href="https://evil.example/paypal.com">paypal.com', LIES),
  text('See [https://paypal.com](https://evil.example).', LIES),
  text('See [paypal.com](<https://evil.example/a b>).', LIES),
  text('See [paypal.com]: https://evil.example', LIES),
  text('[click](javascript:alert(1))', LIES),
  text('Look: <https://evil.example|paypal.com>', LIES),
  text('https://paypal.com@evil.example/login', LIES, 'PERSONAL_DATA'),
  text('https://xn--pypal-4ve.com/login', LIES),
  text('https://pаypal.com/login', LIES, HIDES),
  text('https://аррӏе.com/', LIES),
  { args: { url: 'javascript:alert(document.cookie)' }, finds: [LIES] },
  text('<a href="https://www.example.org/lease">example.org</a>'),
  text('<a href="https://mail.example.org">https://example.org</a>'),
  text('<a href="https://example.org/files/report.pdf">report.pdf</a>'),
  text('<a href="mailto:office@example.org">Write to us</a>', 'PERSONAL_DATA'),
  text('<a href="#top">Back to the top</a>'),
  text('<a href="/prices">our prices at example.org</a>'),
  text('See [the lease](https://example.org/lease) and [example.org](https://example.org).'),
  text('Tasks: [x] done, [ ] open (see below)'),
  text('if (a < b && b > c) return list[0](x);'),
  text('https://münchen.de/rathaus'),
  text('The notebook runs on Node.js and ASP.NET Core.'),
  text('Look: <https://example.org/a|our site>'),
  text('[Unsubscribe](https://news.example.org/u/1)'),
  text('<img src="data:image/png;base64,iVBORw0KGgo=">'),
];

const HIDDEN: Case[] = [
  text('Pay \u202Eelpmaxe\u202C now', HIDES),
  text('The \u2066sum\u2069 is due', HIDES),
  text('pay\u200Bpal', HIDES),
  text('\uFEFFHello', HIDES),
  text('Hello\u{E0048}\u{E0049}\u{E007F} there', HIDES),
  text('Hi\uFE00\uFE01\uFE02 there', HIDES),
  text('Bell\u0007', HIDES),
  text('Escape \u001B[31mred', HIDES),
  text('C1 \u0085 control', HIDES),
  text('line\u2028separator', HIDES),
  text('so\u00ADft', HIDES),
  text('Unser Ѕervice', HIDES),
  text('раураl is fine', HIDES),
  text('Googlе account', HIDES),
  text('a\u200Db', HIDES),
  { args: { 'na\u200Bme': 'x' }, finds: [HIDES] },
  { args: { list: [{ deep: ['x\u202Ey'] }] }, finds: [HIDES] },
  text('Line one\r\nLine two\tand a tab'),
  text('Grüße aus Köln, à bientôt, señor Łukasz'),
  text('Привет, как дела?'),
  text('Γειά σου κόσμε'),
  text('می‌خواهم بروم'),
  text('क्‍ष और श्री'),
  text('Family 👨‍👩‍👧 and ❤️ and 👍🏽'),
  text('🏴󠁧󠁢󠁥󠁮󠁧󠁿 against 🇫🇷'),
  text('5 μm, 10 kΩ, β-test and ΔT'),
  text('日本語のテキスト、全角スペース。'),
  text('“Quotes” – dashes — and … dots'),
];

const PEOPLE: Case[] = [
  text('Write to grace.hopper@example.org.', 'PERSONAL_DATA'),
  text('Call +49 151 12345678 tomorrow.', 'PERSONAL_DATA'),
  text('IBAN DE89 3704 0044 0532 0130 00', 'PERSONAL_DATA'),
  text('Card 4111 1111 1111 1111', 'PERSONAL_DATA'),
  text('From 192.0.2.17 at night', 'PERSONAL_DATA'),
  { args: { cc: ['grace@example.org'] }, finds: ['PERSONAL_DATA'] },
  { args: { to: 'ada@example.org' }, finds: [] },
  { args: { to: 'Ada <ADA@example.org>' }, finds: [] },
  text('The rent is 1,250.00 EUR from 2026-12-01.'),
  text('Version 1.2.3 of 22 November'),
];

export const CASES: readonly Case[] = [...SECRETS, ...LINKS, ...HIDDEN, ...PEOPLE];
