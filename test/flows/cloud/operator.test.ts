import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget } from '../../../cli/open.ts';
import { createKey } from '../../../lib/account/keys.ts';
import { syncPlans } from '../../../lib/account/plan-sync.ts';
import { findTenantBy } from '../../../lib/account/tenants.ts';
import { setWebhook } from '../../../lib/account/webhook.ts';
import { RIGHTS } from '../../../lib/billing/rights.ts';
import { REGION } from '../../../local/template/template.ts';
import { QUEUE_NAMES } from '../../../lib/footprint.ts';
import { checkoutBody, payAndReturn } from './checkout-calls.ts';
import { startRunning, type Running } from './running.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

let cloud: Running;

beforeAll(async () => {
  cloud = await startRunning({ empty: true, data: mkdtempSync(join(tmpdir(), 'billing-data-')) });
});
afterAll(() => cloud.stop());

/** Runs the operator's command line as a person does; what it prints as JSON. */
function billing(
  args: readonly string[],
  input?: object,
): Promise<{ code: number | null; out: string; err: string }> {
  const command = join(ROOT, 'cli/billing');
  const child = spawn(command, ['--json', '--local', join(cloud.out, 'stack.json'), ...args], { cwd: ROOT });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input === undefined ? '' : JSON.stringify(input));
  return new Promise((done) => child.once('exit', (code) => done({ code, out, err })));
}

async function succeed(args: readonly string[], input?: object): Promise<Record<string, unknown>> {
  const { code, out, err } = await billing(args, input);
  if (code !== 0) throw new Error(`billing ${args.join(' ')} ended with ${String(code)}: ${err}`);
  return JSON.parse(out) as Record<string, unknown>;
}

describe('an operator at the command line', () => {
  it('creates a tenant with credentials, which then subscribes a customer', async () => {
    expect(cloud.stack.tenants).toEqual([]);
    const merchant = (await cloud.json('POST', `${cloud.stack.payUrl}/sandbox/merchants`, {})) as Record<
      string,
      string
    >;
    const { apiKey: payKey, secretKey, merchantId } = merchant;
    await makePlan(merchant);
    await succeed(['tenants', 'create', 'acme']);
    await succeed(['credentials', 'set', 'pay', '--tenant', 'acme'], {
      baseUrl: cloud.stack.payUrl,
      apiKey: payKey,
      secretKey,
      merchantId,
    });
    const { app } = await openTarget({ local: join(cloud.out, 'stack.json') });
    const { id } = await findTenantBy(app, 'acme');
    await syncPlans(app, id);
    await setWebhook(app, id, `${cloud.stack.inboxUrl}/hooks/acme`);
    const { key, apiSecret } = await createKey(app, id, { label: 'first', rights: RIGHTS }, RIGHTS);
    const tenant = {
      ...key,
      apiSecret,
      plans: [],
      name: 'acme',
    } as unknown as Running['stack']['tenants'][number];

    const { body: plans } = await cloud.api('GET', '/plans/list', undefined, tenant);
    const [plan] = plans.data as { referenceCode: string }[];
    const started = await cloud.api(
      'POST',
      '/checkout/initialize',
      checkoutBody(cloud.stack, plan!.referenceCode),
      tenant,
    );
    const to = await payAndReturn(cloud, String(started.body.token));
    expect(to.searchParams.get('status')).toBe('success');
    await cloud.settle();
    const [delivery] = await cloud.deliveries('/hooks/acme');
    expect(delivery?.payload).toMatchObject({ notificationType: 'SUBSCRIBED', subtype: 'INITIAL_BUY' });
  });

  it('lists the dead letters of all queues and redrives them', async () => {
    const { queues } = await succeed(['dead-letters', 'list']);
    expect(queues).toHaveLength(QUEUE_NAMES.length);
    const redrive = () => succeed(['dead-letters', 'redrive', '--all', '--queue', 'slow-deliveries']);
    expect(await redrive()).toEqual({ queue: 'slow-deliveries', redriven: [] });
    const given = await giveUp('slow-deliveries', {
      tenantId: 'of nobody',
      eventId: NOBODYS_EVENT,
      attempt: 1,
    });
    const waiting = async () => {
      const { queues } = await succeed(['dead-letters', 'list']);
      return (queues as { queue: string; count: number }[]).filter(({ count }) => count > 0);
    };
    expect(await waiting()).toEqual([{ queue: 'slow-deliveries', count: 1 }]);
    expect(await redrive()).toMatchObject({ queue: 'slow-deliveries', redriven: [given] });
    expect(await waiting()).toEqual([]);
  });

  it('gets a usage error as JSON with exit code 2', async () => {
    const { code, out, err } = await billing(['tenants', 'creat']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'wrong_use' } });
  });
});

const NOBODYS_EVENT = '01890a5d-ac99-7aaa-8bbb-ccccddddeeee';

/** Puts a message where those are that were given up. Answers its id. */
async function giveUp(queue: string, body: object): Promise<string | undefined> {
  const { awsUrl, queueUrls } = cloud.stack;
  const id = `Queues${queue.replaceAll('-', '')}DeadLetters`;
  const [, QueueUrl] = Object.entries(queueUrls).find(([name]) => name.startsWith(id)) ?? [];
  const credentials = { accessKeyId: 'OPERATOR', secretAccessKey: 'local' };
  const sqs = new SQSClient({ endpoint: awsUrl, region: REGION, credentials });
  const { MessageId } = await sqs.send(
    new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(body) }),
  );
  return MessageId;
}

/** One product with one plan, made at the provider by the merchant itself. */
async function makePlan(merchant: Record<string, string>): Promise<void> {
  const { makePlans } = await import('../../../local/demo/seed-providers.ts');
  await makePlans(
    cloud.stack.payUrl,
    { apiKey: merchant.apiKey!, secretKey: merchant.secretKey!, merchantId: merchant.merchantId! },
    [{ product: 'Club', name: 'Member', price: 150, paymentInterval: 'MONTHLY' }],
  );
}
