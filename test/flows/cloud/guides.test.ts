import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differences } from '../guides/alike.ts';
import { blocksOf, GUIDES } from '../guides/blocks.ts';
import { Shell } from '../guides/shell.ts';
import { goesOn, movesClock, printedValues, stepsOf, type Step } from '../guides/steps.ts';
import { TypeScriptReader } from '../guides/typescript.ts';
import { startRunning, type Running } from './running.ts';

let cloud: Running;
beforeAll(async () => {
  cloud = await startRunning();
});
afterAll(() => cloud.stop());

const guides = Object.entries(GUIDES).map(([name, text]) => ({
  name,
  steps: stepsOf(blocksOf(text)),
  goesOn: goesOn(text),
}));

/** What every guide but the first takes for granted: the function and the client that the first one defines. */
const [{ sh: api, ts: client = '' }] = guides.find(({ name }) => name === 'start')!.steps as [Step];

/** The steps of the first guide that make a subscriber: the checkout, the payment, and reading it. */
const CHECKOUT = /initialize|checkoutform|subscribers\/check/;

/** The same for a guide of its own: another customer, and a card that is refused at renewals where the guide says so. */
const subscriberFor = (name: string): Step[] =>
  guides
    .find(({ name: one }) => one === 'start')!
    .steps.filter(({ sh }) => CHECKOUT.test(sh))
    .map(({ sh, ts, json }) => {
      const own = (text: string) =>
        text
          .replaceAll('ayse@example.com', `${name}@example.com`)
          .replaceAll('5528790000000008', name === 'renewals' ? '4131111111111117' : '5528790000000008');
      return { sh: own(sh), ts: ts && own(ts), json };
    });

const variables = () =>
  Object.fromEntries(
    [...readFileSync(join(cloud.out, 'env'), 'utf8').matchAll(/^export (\w+)='(.*)'$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** A command as it is run beside the cloud of this test. */
const here = (sh: string) =>
  sh.replaceAll('npx billing', `npx billing --local ${join(cloud.out, 'stack.json')}`);

/** The same with customers and orders of its own, since the commands have used those of the guide. */
const another = (text: string) =>
  text.replaceAll('@example.com', '@ts.example.com').replaceAll(/(order-|cart-|user-)(?=\d)/g, 'ts-$1');

/** The steps of a guide, cut before each that moves the clock. */
function chapters(steps: readonly Step[]): Step[][] {
  const cuts = [0, ...steps.flatMap((step, index) => (movesClock(step) ? [index] : []))];
  return cuts.map((from, nth) => steps.slice(from, cuts[nth + 1]));
}

/** Both readers, chapter by chapter: first the one with the commands, who also moves the clock, then the other. */
async function followed({ name, steps, goesOn: needs }: (typeof guides)[number]) {
  const setup = { sh: api, ts: client };
  const isFirst = name === 'start';
  const own = steps.map((step) => ({ ...step, sh: here(another(step.sh)), ts: step.ts && another(step.ts) }));
  const subscriber = needs ? subscriberFor(name) : [];
  const given = {
    setup,
    subscriber: subscriber.map(({ sh, ts, json }) => ({ sh: another(sh), ts: ts && another(ts), json })),
    steps: isFirst ? own.slice(1) : own,
    variables: variables(),
  };
  const [shell, reader] = [new Shell(variables()), await TypeScriptReader.of(given)];
  try {
    if (!isFirst) await shell.run(api);
    for (const { sh } of subscriber) await shell.run(sh);
    const bySh: string[] = [];
    let byTs: string[][] = [];
    for (const chapter of chapters(steps)) {
      for (const { sh } of chapter) bySh.push(await shell.run(here(sh)));
      await cloud.settle();
      byTs = await reader.readOn();
    }
    return { bySh, byTs: isFirst ? [[], ...byTs] : byTs };
  } finally {
    shell.end();
    reader.end();
  }
}

const expectShown = (code: string, shown: string, given: string) =>
  expect(differences(JSON.parse(shown), JSON.parse(given)), `${code}\nanswered\n${given}`).toEqual([]);

function expectPrinted({ ts, json }: Step, printed: readonly string[]): void {
  if (ts === undefined) return;
  const values = printedValues(ts);
  if (values.length > 0) expect(printed, ts).toEqual(values);
  else if (json !== undefined) expectShown(ts, another(json), printed[0] ?? '');
}

describe('a guide', () => {
  it.each(guides.filter(({ steps }) => steps.length > 0))(
    'can be followed with its commands and with the client: $name',
    { timeout: 240_000 },
    async (guide) => {
      const { steps } = guide;
      const { bySh, byTs } = await followed(guide);
      expect([bySh.length, byTs.length]).toEqual([steps.length, steps.length]);
      steps.forEach((step, index) => {
        if (step.json !== undefined) expectShown(step.sh, step.json, bySh[index] ?? '');
        expectPrinted(step, byTs[index] ?? []);
      });
    },
  );
});

describe('the guides', () => {
  const all = guides.flatMap(({ steps }) => steps);

  it('show the answers of at least twenty commands', () => {
    expect(all.filter(({ json }) => json !== undefined).length).toBeGreaterThan(19);
  });

  it('show every call of the API with the client too', () => {
    const calls = all.filter(({ sh }) => /^(\w+=\$\()?api /m.test(sh));
    expect(calls.filter(({ ts }) => ts === undefined).map(({ sh }) => sh)).toEqual([]);
  });
});
