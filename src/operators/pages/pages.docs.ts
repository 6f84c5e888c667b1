import { aPage, formBodyDocs as form, onward, personPageDocs } from '../../site/index.ts';

const LINK_EXAMPLE = 'imol_wbqolQhaxmwXpNbHbTkTkttVAzHSCwZCO1AQWgX';
const token = { token: { description: 'Of the link.', example: LINK_EXAMPLE } };
/** What is typed in may be wrong, and may be a guess. */
const OF_TYPED = ['INPUT_INVALID', 'RATE_LIMITED'] as const;

export const signInDocs = personPageDocs({
  name: 'signInPage',
  summary: 'Sign in',
  description:
    'Asks for e-mail address and password. `next` is a path of this service to go on to, at once for whoever has signed in.',
  answers: { 200: aPage, 303: { ...onward('On to `next`.'), asked: { after: 'SIGN_IN' } } },
});

export const signInFormDocs = personPageDocs({
  name: 'signIn',
  summary: 'Sign in with a password',
  description: 'What the page sends. Only from that page, and so many that fail.',
  body: form(['email', 'password'], ['next']),
  example: { body: { email: 'ada@example.org', password: 'difference engine no. 2' } },
  answers: { 303: onward('On to `next`, with a session in a cookie.') },
  problems: OF_TYPED,
});

export const signOutDocs = personPageDocs({
  name: 'signOutPage',
  summary: 'Sign out',
  description: 'Asks whether this session is to end.',
  credential: 'SESSION',
  answers: { 200: aPage },
});

export const signOutFormDocs = personPageDocs({
  name: 'signOut',
  summary: 'End this session',
  description: 'What the page sends.',
  credential: 'SESSION',
  body: form([]),
  example: { body: {} },
  answers: { 303: onward('On to the sign-in.') },
});

export const beginDocs = personPageDocs({
  name: 'beginPage',
  summary: 'Become the first operator',
  description: 'What the link leads to that is printed when the service starts and nobody can sign in yet.',
  params: token,
  answers: { 200: aPage },
  problems: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const beginFormDocs = personPageDocs({
  name: 'begin',
  summary: 'Make the first operator',
  description: 'What the page sends. Once there is an operator it does nothing, and leads to the sign-in.',
  params: token,
  body: form(['name', 'password'], ['email']),
  example: { body: { name: 'Ada', email: 'ada@example.org', password: 'difference engine no. 2' } },
  answers: { 303: onward('On to the account, with a session in a cookie.') },
  problems: [...OF_TYPED, 'NOT_FOUND'],
});

export const resetDocs = personPageDocs({
  name: 'resetPage',
  summary: 'Set a new password',
  description: 'What the link leads to that `imprimatur operator reset` prints for somebody who is locked out.',
  params: token,
  answers: { 200: aPage },
  problems: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const resetFormDocs = personPageDocs({
  name: 'reset',
  summary: 'Set the new password',
  description: 'What the page sends. The link is good for it once.',
  params: token,
  body: form(['password']),
  example: { body: { password: 'difference engine no. 3' } },
  answers: { 303: onward('On to the account, with a session in a cookie.') },
  problems: [...OF_TYPED, 'NOT_FOUND'],
});

export const invitationDocs = personPageDocs({
  name: 'invitationPage',
  summary: 'Accept an invitation',
  description: 'What the link leads to that `inviteOperator` makes. To look at it uses nothing up.',
  params: token,
  answers: { 200: aPage },
  problems: ['NOT_FOUND', 'RATE_LIMITED'],
});

export const invitationFormDocs = personPageDocs({
  name: 'acceptInvitation',
  summary: 'Become one of the operators',
  description: 'What the page sends. The address is that of the invitation, which is good for it once.',
  params: token,
  body: form(['name', 'password']),
  example: { body: { name: 'Ada', password: 'difference engine no. 2' } },
  answers: { 303: onward('On to the account, with a session in a cookie.') },
  problems: [...OF_TYPED, 'NOT_FOUND'],
});

export const accountDocs = personPageDocs({
  name: 'accountPage',
  summary: 'One’s own account',
  description: 'Who has signed in, and where.',
  credential: 'SESSION',
  answers: { 200: aPage },
});

export const endSessionDocs = personPageDocs({
  name: 'endSessionForm',
  summary: 'End a session',
  description: 'What the page of the account sends, with the id of the session.',
  credential: 'SESSION',
  body: form(['session']),
  example: { body: { session: 'ops_01m818k5q9er0az63q2g08xk2r' } },
  answers: { 303: onward('On to the account.') },
});

export const endAllSessionsDocs = personPageDocs({
  name: 'signOutEverywhereForm',
  summary: 'Sign out everywhere',
  description: 'What the page of the account sends.',
  credential: 'SESSION',
  body: form([]),
  example: { body: {} },
  answers: { 303: onward('On to the sign-in.') },
});
