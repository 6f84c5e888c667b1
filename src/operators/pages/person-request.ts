import type { Request, Response } from 'express';
import { ANONYMOUS, type Principal } from '../../platform/auth/principal.ts';
import { Context } from '../../platform/context.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BrowserHeaders, SignInResult } from '../sign-in/sign-ins.ts';

/** Context of a page request. Responses have no rate-limit headers, which would reveal other people's attempts on an account. */
export function pageContext(platform: Platform, req: Request): Context {
  const { requestId, signal, principal } = requestContext(platform, req.res!, principalOf(req));
  return new Context(platform, { principal, requestId, signal, addressOf: () => req.ip ?? '' });
}

export function browserOf(req: Request): BrowserHeaders {
  return { cookies: req.headers.cookie, userAgent: req.headers['user-agent'] ?? '' };
}

export function setCookies(res: Response, { cookies }: Pick<SignInResult, 'cookies'>): void {
  for (const cookie of cookies) res.append('Set-Cookie', cookie);
}

function principalOf({ res }: Request): Principal {
  return (res!.locals.principal as Principal | undefined) ?? ANONYMOUS;
}
