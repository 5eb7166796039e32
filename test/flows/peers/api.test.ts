import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payAndReturn } from '../cloud/checkout-calls.ts';
import { startRunning, type Running } from '../cloud/running.ts';
import { blocksOf, GUIDES } from '../guides/blocks.ts';
import { NODE_TOOLS as node, run } from './tools.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DESCRIPTION = join(ROOT, 'openapi.json');
const work = mkdtempSync(join(tmpdir(), 'peers-'));

let cloud: Running;
beforeAll(async () => {
  cloud = await startRunning();
}, 600_000);
afterAll(async () => {
  await cloud.stop();
  rmSync(work, { recursive: true, force: true });
});

/** What the programs of this suite need of the cloud, as environment variables. */
async function environment(): Promise<Record<string, string>> {
  const { apiKey, apiSecret, webhookSecret } = cloud.tenant('demo');
  const { body } = await cloud.api('GET', '/plans/list?pageSize=100');
  const plan = (body.data as { name: string; referenceCode: string }[]).find(({ name }) => name === 'Basic');
  return {
    BASE: cloud.stack.baseUrl,
    PAY: cloud.stack.payUrl,
    KEY: apiKey,
    SECRET: apiSecret,
    WEBHOOK_SECRET: webhookSecret ?? '',
    PLAN: plan?.referenceCode ?? '',
    CALLBACK: `${cloud.stack.inboxUrl}/`,
  };
}

/** The status of the subscriber whose checkout a generated client began. */
async function bought(token: string): Promise<unknown> {
  const back = await payAndReturn(cloud, token.trim());
  const { body } = await cloud.api(
    'GET',
    `/subscribers?svc-id=${back.searchParams.get('svcSubscriptionId')}`,
  );
  return (body.data as { subscriptionStatus: string }).subscriptionStatus;
}

describe('a client that others’ tools make from the description', () => {
  it('in TypeScript (openapi-typescript, openapi-fetch) compiles and begins a hosted checkout', async () => {
    const types = join(node, 'billing.d.ts');
    await run(join(node, 'node_modules', '.bin', 'openapi-typescript'), [DESCRIPTION, '--output', types]);
    writeFileSync(
      join(node, 'buy.ts'),
      `import createClient from 'openapi-fetch';
import type { paths } from './billing.js';
declare const process: { env: Record<string, string> };
const { BASE = '', KEY = '', SECRET = '', PLAN = '', CALLBACK = '' } = process.env;
const client = createClient<paths>({ baseUrl: BASE, headers: { 'X-Api-Key': KEY, 'X-Api-Secret': SECRET } });
const { data, error } = await client.POST('/checkout/initialize', {
  body: { pricingPlanReferenceCode: PLAN, callbackUrl: CALLBACK, name: 'Ada', surname: 'Ak', email: 'fetch@example.com', gsmNumber: '+905350000000', identityNumber: '11111111111' },
});
if (error) throw new Error(error.errorCode);
console.log(data.token);
`,
    );
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ];
    await run(join(node, 'node_modules', '.bin', 'tsc'), [...strict, 'buy.ts'], { cwd: node });
    const token = await run(process.execPath, ['buy.js'], { cwd: node, env: await environment() });
    expect(await bought(token)).toBe('ACTIVE');
  });

  it('in Python (openapi-python-client) is made without a complaint but those known, and begins a hosted checkout', async () => {
    const client = join(work, 'python');
    const said = await run('openapi-python-client', [
      'generate',
      '--path',
      DESCRIPTION,
      '--output-path',
      client,
    ]);
    /** It reads JSON, text and bytes alone: the logo of a brand is left out of its client. */
    const known = 'Unsupported content_type image/';
    const complaints = said
      .split('\n')
      .filter((line) => /Cannot parse|Unsupported|omitted|WARNING|ERROR/.test(line));
    expect(complaints.filter((line) => !line.includes(known))).toEqual([]);
    writeFileSync(
      join(client, 'buy.py'),
      `import os
from subscription_billing_client import AuthenticatedClient
from subscription_billing_client.api.checkout import checkout_initialize
from subscription_billing_client.models import CheckoutInitializeRequest

env = os.environ
client = AuthenticatedClient(base_url=env["BASE"], token=env["KEY"], prefix="", auth_header_name="X-Api-Key").with_headers({"X-Api-Secret": env["SECRET"]})
answer = checkout_initialize.sync(client=client, body=CheckoutInitializeRequest(
    pricing_plan_reference_code=env["PLAN"], callback_url=env["CALLBACK"], name="Ada", surname="Ak",
    email="python@example.com", gsm_number="+905350000000", identity_number="11111111111"))
print(answer.token)
`,
    );
    const token = await run('python', ['buy.py'], { cwd: client, env: await environment() });
    expect(await bought(token)).toBe('ACTIVE');
  });
});

/** What a program of a generated client does: it begins a hosted checkout and lists events. */
const BUYER = { name: 'Ada', surname: 'Ak', gsmNumber: '+905350000000', identityNumber: '11111111111' };

const GO = `package main

import (
	"context"
	"fmt"
	"os"

	billing "billing"
)

func main() {
	config := billing.NewConfiguration()
	config.Servers = billing.ServerConfigurations{{URL: os.Getenv("BASE")}}
	keys := map[string]billing.APIKey{"apiKey": {Key: os.Getenv("KEY")}, "apiSecret": {Key: os.Getenv("SECRET")}}
	ctx := context.WithValue(context.Background(), billing.ContextAPIKeys, keys)
	client := billing.NewAPIClient(config)
	body := billing.NewCheckoutInitializeRequest("${BUYER.name}", "${BUYER.surname}", "go@example.com", "${BUYER.gsmNumber}", "${BUYER.identityNumber}", os.Getenv("CALLBACK"))
	body.SetPricingPlanReferenceCode(os.Getenv("PLAN"))
	answer, _, err := client.CheckoutAPI.CheckoutInitialize(ctx).CheckoutInitializeRequest(*body).Execute()
	if err != nil {
		panic(err)
	}
	events, _, err := client.DeliveriesAPI.EventsList(ctx).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Token, events.Object)
}
`;

const TYPESCRIPT = `import { CheckoutApi, Configuration, DeliveriesApi } from './index';
declare const process: { env: Record<string, string> };
const { BASE = '', KEY = '', SECRET = '', PLAN = '', CALLBACK = '' } = process.env;
const configuration = new Configuration({ basePath: BASE, apiKey: (name) => (name === 'X-Api-Key' ? KEY : SECRET) });
async function buy() {
  const { token } = await new CheckoutApi(configuration).checkoutInitialize({
    checkoutInitializeRequest: { ...${JSON.stringify(BUYER)}, pricingPlanReferenceCode: PLAN, callbackUrl: CALLBACK, email: 'typescript@example.com' },
  });
  const { object } = await new DeliveriesApi(configuration).eventsList();
  console.log(token, object);
}
void buy();
`;

/** The folder of a client that the most used generator makes; nothing in it may overwrite something else. */
async function generated(language: string, ...more: readonly string[]): Promise<string> {
  const folder = join(work, language);
  const args = ['generate', '-i', DESCRIPTION, '-g', language, '-o', folder, ...more];
  expect(await run('openapi-generator-cli', args)).not.toContain('COLLISION');
  return folder;
}

describe('a client of openapi-generator compiles, begins a hosted checkout and lists events', () => {
  it('in Go', async () => {
    const client = await generated('go', '--additional-properties=packageName=billing');
    rmSync(join(client, 'test'), { recursive: true, force: true });
    writeFileSync(join(client, 'go.mod'), 'module billing\n\ngo 1.19\n');
    mkdirSync(join(client, 'buy'));
    writeFileSync(join(client, 'buy', 'main.go'), GO);
    const [token = '', object] = (
      await run('go', ['run', './buy'], { cwd: client, env: await environment() })
    ).split(' ');
    expect([await bought(token), object]).toEqual(['ACTIVE', 'list\n']);
  });

  it('in TypeScript', async () => {
    const client = await generated('typescript-fetch');
    writeFileSync(join(client, 'buy.ts'), TYPESCRIPT);
    const flags = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2022,dom',
      '--outDir',
      'out',
    ];
    await run(join(node, 'node_modules', '.bin', 'tsc'), [...flags, 'buy.ts'], { cwd: client });
    const [token = '', object] = (
      await run(process.execPath, ['out/buy.js'], { cwd: client, env: await environment() })
    ).split(' ');
    expect([await bought(token), object]).toEqual(['ACTIVE', 'list\n']);
  });
});

/** How the guide's receivers with a library are called with what arrived, and with a body that was changed. */
const RECEIVERS = {
  js: {
    file: 'verify.mjs',
    program: process.execPath,
    calls: `
import { readFileSync } from 'node:fs';
const { body, headers } = JSON.parse(readFileSync(process.argv[2]));
console.log(eventOf(Buffer.from(body), headers).notificationType);
try { eventOf(Buffer.from(body + ' '), headers) } catch (error) { console.log(error.name) }
`,
  },
  python: {
    file: 'verify.py',
    program: 'python',
    calls: `
import json, sys

given = json.load(open(sys.argv[1]))
print(event_of(given["body"].encode(), given["headers"])["notificationType"])
try:
    event_of(given["body"].encode() + b" ", given["headers"])
except Exception as error:
    print(type(error).__name__)
`,
  },
} as const;

describe('a delivery', () => {
  let given: string;
  beforeAll(async () => {
    await cloud.api('POST', '/account/webhook/test', {});
    given = join(work, 'delivery.json');
    writeFileSync(given, JSON.stringify((await cloud.deliveries('/hooks/demo')).at(-1)));
  });

  it.each(['js', 'python'] as const)(
    'is verified by the library of Standard Webhooks as the guide shows it: %s',
    async (language) => {
      const { file: name, program, calls } = RECEIVERS[language];
      const [block] = blocksOf(GUIDES.webhooks!).filter(
        (one) => one.heading === 'With a library' && one.language === language,
      );
      const file = join(language === 'js' ? node : work, name);
      writeFileSync(file, block!.code + calls);
      // What the local cloud seeds is of the present release, whose secrets these libraries read as they are.
      const env = { WEBHOOK_SECRET: (await environment()).WEBHOOK_SECRET };
      const printed = await run(program, [file, given], { env });
      expect(printed.trim().split('\n')).toEqual(['SUBSCRIBED', 'WebhookVerificationError']);
    },
  );
});

describe('the API under a property-based tester', () => {
  it('never fails, and answers what its description says, whatever is sent', async () => {
    const { BASE = '', KEY = '', SECRET = '' } = await environment();
    const report = join(work, 'report.json');
    const args = [
      ...[
        'run',
        DESCRIPTION,
        '--url',
        BASE,
        '--header',
        `X-Api-Key: ${KEY}`,
        '--header',
        `X-Api-Secret: ${SECRET}`,
      ],
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '5', '--seed', '1'],
      // Pages for browsers have no schema; what changes the very keys that the tester uses would end its run.
      ...['--exclude-path-regex', '^/(checkout/callback|docs|portal|console|account/keys)'],
      // Every check but one: that two names of one thing exclude each other, or a key was used before, no schema can tell.
      ...['--exclude-checks', 'positive_data_acceptance'],
    ];
    const said = await run('schemathesis', args);
    writeFileSync(report, said);
    const [, generated = '0'] = /(\d+) generated/.exec(said) ?? [];
    expect(Number(generated)).toBeGreaterThan(500);
    expect(
      /=+ FAILURES =+[\s\S]*?=+ (?:WARNINGS|SUMMARY)/.exec(readFileSync(report, 'utf8'))?.[0],
    ).toBeUndefined();
  }, 900_000);
});
