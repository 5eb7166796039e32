import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokensOnTrial } from '../../../lib/acct/tokens.ts';
import { userAgentOf } from '../../../lib/outgoing/user-agent.ts';
import { ENVIRONMENT } from '../../../lib/runtime/environment.ts';
import { live } from '../../../lib/runtime/live.ts';
import { VERSION } from '../../../lib/runtime/version.ts';

const seen: (string | undefined)[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers['user-agent']);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let host = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env[ENVIRONMENT.publicUrl] = 'https://billing.example/';
  process.env[ENVIRONMENT.loopbackAllowed] = host;
});
afterAll(() => void server.close());

it('every call to others names the version, and the address of the stage’s documentation', async () => {
  const baseUrl = `http://${host}`;
  await live.post(`${baseUrl}/hook`, {}, Buffer.from('{}'));
  await live.pay({ baseUrl, apiKey: 'key', secretKey: 'secret' }).listProducts();
  const account = { companyId: '1', clientId: 'c', clientSecret: 's', productId: '1', siteUrl: baseUrl };
  await live.acct({ ...account, baseUrl, username: 'ada', password: 'x' }, tokensOnTrial()).signIn();
  expect(seen.length).toBeGreaterThanOrEqual(3);
  expect(new Set(seen)).toEqual(new Set([`subscription-billing/${VERSION} (+https://billing.example/docs)`]));
});

it('names no address where a stage has none', () => {
  expect(userAgentOf()).toBe(`subscription-billing/${VERSION}`);
});
