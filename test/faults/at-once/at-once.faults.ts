import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutBody, GOOD_CARD, startRunning, type Running } from '../../cloud/running.ts';

/** How many purchases: a part of the thousand that are made by hand, which take minutes. */
const CASES = Number(process.env.CASES ?? 60);
const A_THOUSAND_TAKE_MS = 30 * 60_000;
/** A tenant may buy fifty times a minute with card data; then the minute has to pass. */
const PURCHASES_A_MINUTE = 45;
/** Customers who are served side by side. */
const WORKERS = 4;

let cloud: Running;
beforeAll(async () => {
  cloud = await startRunning();
}, 120_000);
afterAll(() => cloud.stop());

type Answer = Awaited<ReturnType<Running['api']>>;

/** What follows a purchase at once: each is done twice in parallel for every other customer. */
const COMMANDS = ['cancel', 'change', 'undo'] as const;

const answers = new Map<string, number>();
const unwelcome: string[] = [];

function note(what: string, { status, body }: Answer): void {
  const name = `${what} ${status}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
  if (status !== 200) unwelcome.push(`${name} ${JSON.stringify(body)}`);
}

async function buyAndChange(nth: number): Promise<void> {
  const [least, more] = cloud.tenant('demo').plans;
  const { callbackUrl: _, ...order } = checkoutBody(cloud.stack, least!.referenceCode, {
    email: `buyer${nth}@example.com`,
    paymentCard: GOOD_CARD,
  });
  const bought = await cloud.api('POST', '/checkout/initialize-direct', order);
  note('buy', bought);
  const { referenceCode } = bought.body.data as { referenceCode: string };
  const subscriber = { 'pay-subscriber-reference-code': referenceCode };
  const send = {
    cancel: () => cloud.api('DELETE', '/subscribers', subscriber),
    change: () =>
      cloud.api('PUT', '/subscribers', { ...subscriber, 'pay-plan-reference-code': more!.referenceCode }),
    undo: () => cloud.api('POST', '/subscribers/undo-cancel', subscriber),
  };
  const command = COMMANDS[nth % COMMANDS.length]!;
  if (command === 'undo') note('cancel', await send.cancel());
  const isTwice = Math.floor(nth / COMMANDS.length) % 2 === 0;
  const sent = isTwice ? [send[command](), send[command]()] : [send[command]()];
  for (const answer of await Promise.all(sent)) note(isTwice ? `${command} twice` : command, answer);
}

test(
  'whoever has just bought may cancel, change and undo at once, also twice at the same moment',
  async () => {
    for (let from = 0; from < CASES; from += PURCHASES_A_MINUTE) {
      const numbers = Array.from({ length: Math.min(PURCHASES_A_MINUTE, CASES - from) }, (_, i) => from + i);
      const worker = async () => {
        for (let next = numbers.shift(); next !== undefined; next = numbers.shift()) await buyAndChange(next);
      };
      await Promise.all(Array.from({ length: WORKERS }, worker));
      await cloud.advance('PT61S');
    }
    const counted = [...answers].sort().map(([what, count]) => `${what}: ${count}`);
    console.log(`at once: ${CASES} cases, ${counted.join(', ')}, ${unwelcome.length} violations`);
    expect(unwelcome).toEqual([]);
    expect(answers.get('buy 200')).toBe(CASES);
    for (const command of COMMANDS)
      expect(answers.get(`${command} twice 200`)).toBeGreaterThanOrEqual(Math.floor(CASES / 3) - 1);
  },
  A_THOUSAND_TAKE_MS,
);
