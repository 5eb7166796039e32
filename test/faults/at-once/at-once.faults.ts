import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutBody } from '../../cloud/checkout-calls.ts';
import { startRunning, type Running } from '../../cloud/running.ts';
import { GOOD_CARD } from '../../world/tenant.ts';
import { Dice } from '../delivery/dice.ts';

/** How many purchases: a part of the thousand that are made by hand, which take minutes. */
const CASES = Number(process.env.CASES ?? 60);
/** Another seed puts other commands after other purchases, and other pauses between two of them. */
const SEED = Number(process.env.SEED ?? 1);
const A_THOUSAND_TAKE_MS = 30 * 60_000;
/** A tenant may buy fifty times a minute with card data; then the minute has to pass. */
const PURCHASES_A_MINUTE = 45;
/** Customers who are served side by side. */
const WORKERS = 4;
/** By how much the second of two requests may come after the first, in ms. */
const LATEST_MS = 30;

let cloud: Running;
beforeAll(async () => {
  cloud = await startRunning();
}, 120_000);
afterAll(() => cloud.stop());

type Answer = Awaited<ReturnType<Running['api']>>;

const COMMANDS = ['cancel', 'change', 'undo'] as const;

/** What follows a purchase at once; every other customer sends it twice in parallel, the second a little later. */
interface Case {
  readonly command: (typeof COMMANDS)[number];
  readonly isTwice: boolean;
  readonly laterMs: number;
}

const dice = new Dice(SEED);
const cases = Array.from({ length: CASES }, (_, nth): Case => ({
  command: dice.pick(COMMANDS),
  isTwice: nth % 2 === 0,
  laterMs: dice.chance(0.5) ? 0 : dice.between(1, LATEST_MS),
}));

const answers = new Map<string, number>();
const unwelcome: string[] = [];
let slowestMs = 0;

function note(what: string, { status, body }: Answer): void {
  const name = `${what} ${status}`;
  answers.set(name, (answers.get(name) ?? 0) + 1);
  if (status !== 200) unwelcome.push(`${name} ${JSON.stringify(body)}`);
}

async function ask(...request: Parameters<Running['api']>): Promise<Answer> {
  const from = performance.now();
  const answer = await cloud.api(...request);
  slowestMs = Math.max(slowestMs, performance.now() - from);
  return answer;
}

async function buyAndChange(nth: number): Promise<void> {
  const [least, more] = cloud.tenant('demo').plans;
  const { callbackUrl: _, ...order } = checkoutBody(cloud.stack, least!.referenceCode, {
    email: `buyer${nth}@example.com`,
    paymentCard: GOOD_CARD,
  });
  const bought = await ask('POST', '/checkout/initialize-direct', order);
  note('buy', bought);
  const { referenceCode } = bought.body.data as { referenceCode: string };
  const subscriber = { 'pay-subscriber-reference-code': referenceCode };
  const send = {
    cancel: () => ask('DELETE', '/subscribers', subscriber),
    change: () =>
      ask('PUT', '/subscribers', { ...subscriber, 'pay-plan-reference-code': more!.referenceCode }),
    undo: () => ask('POST', '/subscribers/undo-cancel', subscriber),
  };
  const { command, isTwice, laterMs } = cases[nth]!;
  if (command === 'undo') note('cancel', await send.cancel());
  const later = async () => {
    if (laterMs > 0) await new Promise((resolve) => setTimeout(resolve, laterMs));
    return send[command]();
  };
  const sent = isTwice ? [send[command](), later()] : [send[command]()];
  for (const answer of await Promise.all(sent)) note(isTwice ? `${command} twice` : command, answer);
}

test(
  'a new subscriber may cancel, change and undo at once, also twice concurrently',
  async () => {
    let longestMinuteMs = 0;
    for (let from = 0; from < CASES; from += PURCHASES_A_MINUTE) {
      const numbers = Array.from({ length: Math.min(PURCHASES_A_MINUTE, CASES - from) }, (_, i) => from + i);
      const worker = async () => {
        for (let next = numbers.shift(); next !== undefined; next = numbers.shift()) await buyAndChange(next);
      };
      await Promise.all(Array.from({ length: WORKERS }, worker));
      const began = performance.now();
      await cloud.advance('PT61S');
      longestMinuteMs = Math.max(longestMinuteMs, performance.now() - began);
    }
    const counted = [...answers].sort().map(([what, count]) => `${what}: ${count}`);
    const slowest = `slowest answer ${slowestMs.toFixed()} ms, longest minute ${longestMinuteMs.toFixed()} ms`;
    console.log(
      `at once: seed ${SEED}, ${CASES} cases, ${counted.join(', ')}, ${slowest}, ${unwelcome.length} violations`,
    );
    expect(unwelcome).toEqual([]);
    expect(answers.get('buy 200')).toBe(CASES);
    for (const command of COMMANDS)
      expect(answers.get(`${command} twice 200`)).toBe(
        2 * cases.filter((one) => one.isTwice && one.command === command).length,
      );
  },
  A_THOUSAND_TAKE_MS,
);
