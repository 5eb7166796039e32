import { mkdtempSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../infra/build/bundle.ts';
import { AWS_CALL_MAX_MS, AWS_CLIENT } from '../../lib/runtime/aws-client.ts';
import { FEED_BEHIND_MS } from '../../lib/limits.ts';
import { listen, onceWhole } from '../support/world/loopback.ts';
import { answerOf } from './running.ts';

const EVERYTHING = {
  table: 'write',
  lists: 'account',
  sends: ['deliveries'],
  decrypts: ['pay'],
  encrypts: [],
  documents: 'write',
  refunds: true,
  restoreNotes: false,
  mails: false,
} as const;
const { maxAttempts, requestHandler } = AWS_CLIENT;

let folder = '';
beforeAll(async () => {
  const to = mkdtempSync(join(tmpdir(), 'silent-'));
  folder = (await bundle([{ name: 'errors', ...EVERYTHING }], 'test/stack/functions', to)).folderOf('errors');
});

it.each([
  ['does not answer', { requestTimeout: 200 }, () => undefined],
  [
    'breaks off in the middle of its answer',
    { socketTimeout: 200 },
    (response: ServerResponse) => void response.write('{'),
  ],
])('a bundled client asks a service that %s three times, and then gives up', async (_, shorter, answer) => {
  let requests = 0;
  const { url, stop } = await listen(
    createServer(onceWhole((_request, _body, response) => (requests++, answer(response)))),
  );
  const found = await answerOf(folder, {
    ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'eu-central-1' },
    ...{ AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
    CLIENT: JSON.stringify({ maxAttempts, requestHandler: { ...requestHandler, ...shorter } }),
  });
  await stop();
  const silent = { name: 'TimeoutError' };
  expect(found).toMatchObject({ dynamodb: silent, kms: silent, sqs: silent });
  expect(requests).toBe(3 * maxAttempts);
});

it('the time-outs are those that the design asks for', () => {
  expect(AWS_CLIENT).toMatchObject({
    maxAttempts: 3,
    requestHandler: {
      ...{ connectionTimeout: 1_000, requestTimeout: 3_000, socketTimeout: 3_000 },
      throwOnRequestTimeout: true,
    },
  });
});

it('a call can use up its attempts before its deadline, which is well within what the feed stays behind', () => {
  const { connectionTimeout, requestTimeout } = requestHandler;
  const backoffMs = Array.from({ length: maxAttempts - 1 }, (_, retry) => 100 * 2 ** retry);
  const longest = maxAttempts * (connectionTimeout + requestTimeout) + backoffMs.reduce((a, b) => a + b, 0);
  expect(longest).toBeLessThan(AWS_CALL_MAX_MS);
  expect(AWS_CALL_MAX_MS).toBeLessThan(FEED_BEHIND_MS);
});
