import { describe, expect, it } from 'vitest';
import { Rate } from '../../../sandbox/acct/rate.ts';
import { logIn, raw } from './raw.ts';
import { openCompany } from './opened.ts';

const { world, company } = await openCompany();

const token = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  raw(`${world.sandbox.url}/oauth/token`, { method: 'POST', headers, body: body ?? null });

const client = () => ({ client_id: company.clientId, client_secret: company.clientSecret });
const byPassword = () => ({
  ...client(),
  grant_type: 'password',
  username: company.username,
  password: company.password,
});

describe('The token endpoint of the sandbox', () => {
  it('takes form-urlencoded, multipart and JSON', async () => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(byPassword())) multipart.set(name, value);
    const json = await token(JSON.stringify(byPassword()), { 'Content-Type': 'application/json' });
    const answers = [await token(new URLSearchParams(byPassword())), await token(multipart), json];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope: 'public' });
    }
  });

  it('accepts each refresh token once', async () => {
    const first = await token(new URLSearchParams(byPassword()));
    const refresh = {
      ...client(),
      grant_type: 'refresh_token',
      refresh_token: String(first.body['refresh_token']),
    };
    const second = await token(new URLSearchParams(refresh));
    expect(second.body['refresh_token']).not.toBe(refresh.refresh_token);
    expect(await token(new URLSearchParams(refresh))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  it('accepts each authorization code once', async () => {
    const redirect_uri = 'https://app.example/back';
    const query = new URLSearchParams({ client_id: company.clientId, redirect_uri, response_type: 'code' });
    const visit = await fetch(`${world.sandbox.url}/oauth/authorize?${query.toString()}`, {
      redirect: 'manual',
    });
    const code = new URL(visit.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const exchange = { ...client(), grant_type: 'authorization_code', code, redirect_uri };
    expect((await token(new URLSearchParams(exchange))).status).toBe(200);
    expect((await token(new URLSearchParams(exchange))).body).toMatchObject({ error: 'invalid_grant' });
  });

  it.each([
    ['another secret', { client_secret: 'x' }, 'invalid_client'],
    ['another password', { password: 'x' }, 'invalid_grant'],
    ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ])('refuses %s in the OAuth shape', async (_, changes, error) => {
    expect((await token(new URLSearchParams({ ...byPassword(), ...changes }))).body).toMatchObject({ error });
  });

  it('issues access tokens that are valid for two hours of clock time', async () => {
    const { call } = await logIn(world.sandbox.url, company);
    await world.pass(7_199_999);
    expect((await call('GET', 'contacts')).status).toBe(200);
    await world.pass(1);
    expect((await call('GET', 'contacts')).status).toBe(401);
  });
});

describe('The rate limit of the sandbox', () => {
  it('is ten requests in a sliding window of ten seconds', () => {
    const rate = new Rate();
    const times = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((second) => rate.take('a', 10, second * 1000));
    expect(times).toEqual(Array(10).fill(0));
    expect(rate.take('a', 10, 9_500)).toBe(1);
    expect(rate.take('b', 10, 9_500)).toBe(0);
    expect(rate.take('a', 10, 10_000)).toBe(0);
    expect(rate.take('a', 10, 10_001)).toBe(1);
  });

  it('is reported in the Retry-After header and in the error text', async () => {
    const { call } = await logIn(world.sandbox.url, company);
    await world.behave({ rateLimit: true });
    for (let count = 0; count < 10; count++) await call('GET', 'contacts');
    const answer = await call('GET', 'contacts');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('10');
    expect(answer.body.errors?.[0]?.detail).toContain('try again in 10 seconds');
  });
});
