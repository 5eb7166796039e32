import { describe, expect, it } from 'vitest';
import { NO_AMOUNTS, NOTHING } from '../world/amounts.ts';
import { openCli } from './io.ts';

const TENANT = ['--tenant', 'shop'];

/** What is no amount of the API, and none that people write either. */
const notWritten = NO_AMOUNTS.filter((one) => !['1,5', '1.250,00', '1 000', '₺10'].includes(one));

describe('usage errors of the commands about a tenant’s records', () => {
  it.each([
    [['subscribers', 'list', '--status', 'GONE', ...TENANT], 1, 'must be one of'],
    [['subscribers', 'show', 'sub_x', ...TENANT], 1, 'no such subscriber'],
    [['subscribers', 'timeline', ...TENANT], 2, "missing required argument 'subscriber'"],
    [['events', 'show', 'x', ...TENANT], 1, 'no such event'],
    [['events', 'replay', ...TENANT], 2, 'name an event, or say --from or --after'],
    [['events', 'replay', '--from', '2026-01-01', '--states', 'GONE', ...TENANT], 1, 'must be one of'],
    [['events', 'replay-progress', 'x', ...TENANT], 1, 'no such replay'],
    [['reconcile', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['reconcile', 'x', '--all', ...TENANT], 2, 'name a subscriber, or say --all'],
    [['differences', '--kind', 'x', ...TENANT], 1, 'must be one of'],
    [['differences', 'list', '--kind', 'x', ...TENANT], 1, 'must be one of'],
    [
      ['differences', 'close', 'x', '--by', 'Ada', '--because', 'so', ...TENANT],
      1,
      'there is no such open difference',
    ],
    [['differences', 'close', 'x', '--by', '', '--because', 'so', ...TENANT], 1, 'by: '],
    [['differences', 'close', 'x', '--by', 'A'.repeat(65), '--because', 'so', ...TENANT], 1, 'by: '],
    [['differences', 'close', 'x', '--by', 'A', '--because', ' ', ...TENANT], 1, 'because: '],
    [
      ['differences', 'close', 'x', '--by', 'A', '--because', 'of 4111 1111 1111 1111', ...TENANT],
      1,
      'because: must not hold a card number',
    ],
    [['import'], 2, "required option '--tenant <tenant>'"],
    [['erase', ...TENANT], 2, "missing required argument 'email'"],
    [['plans', 'create', 'Gold', '--product', 'Club', '--price', 'x', ...TENANT], 2, 'must be an amount'],
    [
      ['plans', 'create', 'Gold', '--product', 'Club', '--price', '1.250', ...TENANT],
      2,
      'could be 1250.00 or 1.250',
    ],
    [
      ['plans', 'create', 'Gold', '--product', 'C', '--price', '1', '--every', 'moon', ...TENANT],
      2,
      '2weeks',
    ],
    ...[...notWritten, ...NOTHING].flatMap((one): [string[], number, string][] => [
      [['plans', 'create', 'Gold', '--product', 'C', `--price=${one}`, ...TENANT], 2, '--price'],
      [['invoices', 'refund', 'x', `--amount=${one}`, ...TENANT], 2, '--amount'],
    ]),
    ...notWritten.map((one): [string[], number, string] => [
      ['plans', 'set', 'x', `--shipping-price=${one}`, ...TENANT],
      ...([2, '--shipping-price'] as const),
    ]),
    [['plans', 'retire', 'x', ...TENANT], 1, 'has no plan x'],
    [['webhook', 'test', '--type', 'x', ...TENANT], 1, 'must be one of'],
    [['people', 'invite', 'Ada', ...TENANT], 2, 'give the roles'],
    [['people', 'invite', 'Ada', '--role', 'king', ...TENANT], 2, 'Allowed choices'],
    [['people', 'invite', 'Ada', '--again', 'lost', ...TENANT], 1, 'there is no person Ada'],
    [['people', 'remove', 'Ada', ...TENANT], 1, 'there is no person Ada'],
    [['intents', 'resolve', ...TENANT], 2, "missing required argument 'reference'"],
  ])('are reported in one line: %j', async (args, exitCode, why) => {
    const cli = await openCli();
    await cli.json(['tenants', 'create', 'shop']);
    const { code, out, err } = await cli.run(args);
    expect([code, out]).toEqual([exitCode, '']);
    expect(err).toContain(why);
    expect(err).toMatch(/^billing: [^\n]+\n$/);
  });
});
