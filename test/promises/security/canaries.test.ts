import { inspect } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secretHashOf } from '../../../lib/table/tenants/keys.ts';
import { initializeInput } from '../../../lib/wire/checkout.ts';
import { directInput } from '../../../lib/wire/direct.ts';
import { MINUTE } from '../../support/world/shop.ts';
import { CARD, IDENTITY_NUMBER, SECRETS, textsIn } from './canaries-detector.ts';
import { printed } from './canaries-faults.ts';
import { directly, hosted, SCENES } from './canaries-scenes.ts';
import { setStage, type Stage } from './canaries-stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.stop());

it('card data, national ids and secrets are found nowhere after any path and any fault', async () => {
  const { world, log, answers, statuses, fault } = stage;
  const prints = await printed(async () => {
    for (const act of SCENES) await act(stage);
    await world.advance(20 * MINUTE);
  });
  const sinks: Record<string, string[]> = {
    log: [...log, ...world.log],
    prints,
    table: world.written.flatMap(textsIn),
    queues: [...world.queues.sent, ...world.queues.dead].map((sent) => JSON.stringify(sent)),
    deliveries: world.receiver.arrivals.map((arrival) => JSON.stringify(arrival)),
    answers,
  };
  const violations = Object.entries(sinks).flatMap(([sink, texts]) =>
    texts.flatMap((text) => stage.find(text).map((name) => `${name} in ${sink}: ${text.slice(0, 300)}`)),
  );
  const sizes = Object.entries(sinks).map(([sink, texts]) => `${sink} ${texts.length}`);
  console.log(
    `canaries: seed none, ${answers.length} cases, ${fault.strikes} struck, effects: ${sizes.join(', ')}, ${violations.length} violations`,
  );
  expect(violations).toEqual([]);
  expect(answers.length).toBeGreaterThanOrEqual(70);
  expect(fault.strikes).toBeGreaterThanOrEqual(25);
  expect([...statuses.keys()]).toEqual(
    expect.arrayContaining([200, 303, 400, 401, 402, 409, 413, 415, 422, 500, 502, 503, 504]),
  );
  for (const sink of ['log', 'table', 'queues', 'deliveries'])
    expect(sinks[sink]!.length, sink).toBeGreaterThan(20);
  expect(stage.parrot.heard.flatMap(stage.find)).toEqual(
    expect.arrayContaining(['cardNumber', 'cvc', 'identityNumber']),
  );
});

it('what has been read of a request shows [redacted] however it is printed', () => {
  for (const input of [
    directInput(directly(stage.shop), () => false),
    initializeInput(hosted(stage.shop), { named: [], own: '', localRun: false }),
  ])
    for (const text of [
      inspect(input, { depth: null, showHidden: true }),
      JSON.stringify(input),
      inspect([input], false, 9),
    ]) {
      expect(stage.find(text)).toEqual([]);
      expect(text).toContain('[redacted]');
    }
});

it('a canary that does get somewhere is found, in whatever form', () => {
  const { cardNumber, cvc } = CARD;
  const bytes = JSON.stringify({ content: new Uint8Array(deflateRawSync(JSON.stringify(CARD))) });
  for (const leak of [
    cardNumber,
    `x${cardNumber}`,
    '5412 0907 8364 0974',
    Buffer.from(`ab${cardNumber}cd`).toString('base64'),
    Buffer.from(cardNumber).toString('hex'),
    secretHashOf(cardNumber),
    secretHashOf(IDENTITY_NUMBER),
    JSON.stringify({ cvc }),
    bytes,
    encodeURIComponent(CARD.cardHolderName),
    ...Object.values(SECRETS),
    stage.shop.credentials.secretKey,
    ` ${CARD.expireYear} `,
  ])
    // prettier-ignore
    expect(textsIn(JSON.stringify(leak === bytes ? JSON.parse(bytes) : { leak })).flatMap(stage.find), leak).not.toEqual([]);
});
