import { expect, it } from 'vitest';
import type { RouteName } from '../../../functions/routes.ts';
import { openShop } from '../../support/world/opened.ts';

const { shop } = await openShop();

const ONE_OF = 'One of these is required';

it.each<[RouteName, { query?: Record<string, string>; body?: Record<string, unknown> }, string]>([
  ['subscribers/get', { query: { id: 'x' } }, `You sent \`id\`. ${ONE_OF}: pay-subscriber-code, svc-id.`],
  [
    'subscribers/cancel',
    { body: { payReference: 'x' } },
    `You sent \`payReference\`. ${ONE_OF}: pay-subscriber-reference-code, svc-id.`,
  ],
  [
    'subscribers/change-plan',
    { body: { 'pay-subscriber-reference-code': 'x', planReference: 'y' } },
    'You sent `pay-subscriber-reference-code`, `planReference`. pay-plan-reference-code is required.',
  ],
  ['subscribers/get', { query: { ['x'.repeat(70) + 'Id']: 'x' } }, `${ONE_OF}: pay-subscriber-code, svc-id.`],
  ['subscribers/get', { query: { limit: '1' } }, `${ONE_OF}: pay-subscriber-code, svc-id.`],
])(
  'our choice: where an identifier is missing, it says what was sent in its place: %s %j',
  async (route, ask, message) => {
    expect(await shop.call(route, ask)).toMatchObject({
      status: 400,
      body: { errorCode: 'missing_identifier', message },
    });
  },
);
