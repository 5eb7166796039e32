import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startStub, type StubCloud } from './stub-cloud.ts';

let cloud: StubCloud;

beforeAll(async () => (cloud = await startStub()));
afterAll(() => cloud.stop());
beforeEach(async () => {
  cloud.complaints.length = 0;
  await cloud.control('DELETE', '/calls');
});

const webhook = { tenant: 'a', purpose: 'webhook' };

describe('a function may do what its role says, and nothing else', () => {
  it('does what is allowed', async () => {
    const item = { pk: 'T#a', sk: 'A' };
    expect(await cloud.act({ put: item }, { get: item })).toMatchObject([
      { gave: {} },
      { gave: { pk: { S: 'T#a' } } },
    ]);
    expect(cloud.complaints).toEqual([]);
  });

  it('is refused an action that its role does not name, which is printed and recorded', async () => {
    expect(await cloud.act({ remove: { pk: 'T#a', sk: 'A' } })).toEqual([{ error: 'AccessDeniedException' }]);
    expect(cloud.complaints).toEqual([
      expect.stringMatching(
        /^ACCESS DENIED: api may not dynamodb:DeleteItem on arn:aws:dynamodb:.*table\/\w+$/,
      ),
    ]);
    expect(await cloud.calls('api')).toMatchObject([{ action: 'DeleteItem', allowed: false }]);
  });

  it('is refused an index that its role does not name', async () => {
    expect(await cloud.act({ queryDue: '3' })).toEqual([{ error: 'AccessDeniedException' }]);
  });

  it("is refused partitions outside its role's condition, also as a part of a transaction", async () => {
    expect(
      await cloud.act(
        { get: { pk: 'X#a', sk: 'A' } },
        { putTwo: ['T#b', 'X#b'] },
        { putTwo: ['T#b', 'T#c'] },
        { get: { pk: 'T#b', sk: 'A' } },
      ),
    ).toMatchObject([
      { error: 'AccessDeniedException' },
      { error: 'AccessDeniedException' },
      { gave: {} },
      { gave: { pk: { S: 'T#b' } } },
    ]);
  });

  it('encrypts only for the purpose of its role', async () => {
    const other = { tenant: 'a', purpose: 'pay' };
    expect(await cloud.act({ encrypt: { text: 'secret', context: other } })).toEqual([
      { error: 'AccessDeniedException' },
    ]);
  });
});

describe('the key', () => {
  it('decrypts what it encrypted, and not with another context', async () => {
    const [sealed] = await cloud.act({ encrypt: { text: 'secret', context: webhook } });
    const blob = String(sealed && 'gave' in sealed ? sealed.gave : '');
    expect(
      await cloud.act(
        { decrypt: { blob, context: webhook } },
        { decrypt: { blob, context: { ...webhook, tenant: 'b' } } },
      ),
    ).toEqual([{ gave: 'secret' }, { error: 'InvalidCiphertextException' }]);
  });
});

describe('the environment of a function', () => {
  it('is stopped at its timeout, which the caller gets as a failure', async () => {
    const answer = await cloud.actRaw({ wait: 5000 });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: 'Internal Server Error' });
    expect(await cloud.printed('api')).toContain('api timed out after 2 s');
  });
});

describe('recorded calls', () => {
  it('refuse an unknown access key', async () => {
    const answer = await fetch(cloud.stack.awsUrl, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables', authorization: 'AWS4-HMAC Credential=ME/x' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("access key ME is nobody's");
  });
});
