import { randomBytes } from 'node:crypto';
import type { InEffect } from './behaviour.ts';
import type { Store } from './store.ts';
import type { AcctCompany } from './records.ts';
import type { Form } from './form.ts';
import type { Answer, ApiRequest } from './http.ts';
import { wording } from './wordings.ts';

const ACCESS_LIFE_MS = 7_200_000;
const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob';

/** The browser's consent page. The user always agrees, for the client's first company. */
export function authorise(store: Store, request: ApiRequest): Answer {
  const query = request.url.searchParams;
  const company = store.companies.find((each) => each.clientId === query.get('client_id'));
  if (!company || query.get('response_type') !== 'code')
    return failure(401, 'invalid_client', 'Unknown client.');
  const redirectUri = query.get('redirect_uri') ?? OUT_OF_BAND;
  const code = store.codes.put({ id: token(), companyId: company.companyId, redirectUri });
  if (redirectUri === OUT_OF_BAND) return { status: 200, body: { code: code.id } };
  const to = new URL(redirectUri);
  to.searchParams.set('code', code.id);
  return { status: 302, headers: { Location: to.href } };
}

/** The three grants. Codes and refresh tokens can be used once. */
export function grant(store: Store, form: Form, rules: InEffect, now: number): Answer {
  const client = store.companies.find((each) => each.clientId === form['client_id']);
  if (!client || !store.companies.find((each) => isClient(each, form)))
    return failure(401, 'invalid_client', wording('clientFailed', rules));
  const company = granted(store, form, rules, now);
  const refused = rules.setting('grantErrorStatus') ?? 400;
  if (company === 'unknown') return failure(refused, 'unsupported_grant_type', 'Unknown grant type.');
  if (!company) return failure(refused, 'invalid_grant', wording('loginFailed', rules));
  const { companyId } = company;
  const login = store.logins.put({
    id: token(),
    refreshToken: token(),
    companyId,
    expiresAt: now + ACCESS_LIFE_MS,
    createdAt: now,
  });
  const body = {
    access_token: login.id,
    token_type: 'bearer',
    expires_in: ACCESS_LIFE_MS / 1000,
    refresh_token: login.refreshToken,
    scope: 'public',
    created_at: Math.floor(now / 1000),
  };
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}

/** Refresh tokens made before this are dead, if the provider lets unused ones die. */
function diedBefore(rules: InEffect, now: number): number {
  const days = rules.setting('refreshTokenDays') ?? 0;
  return days === 0 ? -Infinity : now - days * 24 * 60 * 60_000;
}

/** The company of a grant; uses up what can be used once. */
function granted(
  store: Store,
  form: Form,
  rules: InEffect,
  now: number,
): AcctCompany | 'unknown' | undefined {
  const ours = (companyId: string | undefined): AcctCompany | undefined => {
    const company = store.companies.get(companyId ?? '');
    return company && isClient(company, form) ? company : undefined;
  };
  switch (form['grant_type']) {
    case 'password':
      return store.companies.find(
        (each) =>
          isClient(each, form) && each.username === form['username'] && each.password === form['password'],
      );
    case 'authorization_code': {
      const code = store.codes.get(form['code'] ?? '');
      if (code) store.codes.remove(code.id);
      return code && code.redirectUri === (form['redirect_uri'] ?? OUT_OF_BAND)
        ? ours(code.companyId)
        : undefined;
    }
    case 'refresh_token': {
      const login = store.logins.find((each) => each.refreshToken === form['refresh_token']);
      const company = login && login.createdAt >= diedBefore(rules, now) ? ours(login.companyId) : undefined;
      const lives = rules.setting('usedRefreshToken') === 'lives';
      if (login && company && !lives) store.logins.remove(login.id);
      return company;
    }
    default:
      return 'unknown';
  }
}

/** The bearer's company, or the refusal. */
export function bearerOf(store: Store, request: ApiRequest, rules: InEffect, now: number): string | Answer {
  const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers['authorization'] ?? '') ?? [];
  const login = store.logins.get(bearer);
  if (login && login.expiresAt > now) return login.companyId;
  const detail = wording('bearerFailed', rules);
  if (rules.setting('unauthorisedAs') === 'oauth') return failure(401, 'invalid_token', detail);
  return { status: 401, body: { errors: [{ title: 'Unauthorized', detail }] } };
}

/** Ends access tokens at once, of one company or all; `all` ends the refresh tokens with them. */
export function expire(store: Store, what: true | 'all', companyId: string | undefined, now: number): void {
  for (const login of store.logins.all()) {
    if (companyId !== undefined && login.companyId !== companyId) continue;
    if (what === 'all') store.logins.remove(login.id);
    else store.logins.put({ ...login, expiresAt: Math.min(login.expiresAt, now) });
  }
}

function isClient(company: AcctCompany, form: Form): boolean {
  return company.clientId === form['client_id'] && company.clientSecret === form['client_secret'];
}

function failure(status: number, error: string, error_description: string): Answer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status, headers, body: { error, error_description } };
}

function token(): string {
  return randomBytes(32).toString('base64url');
}
