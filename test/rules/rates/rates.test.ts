import { describe, expect, it, onTestFinished } from 'vitest';
import { startAcctSandbox } from '../../../sandbox/acct/sandbox.ts';
import { MovableClock } from '../../../sandbox/clock.ts';
import { isBankingDay, ordinalInYear } from '../../../sandbox/rates/banking-days.ts';

const FRIDAY_NOON = Date.parse('2026-01-30T12:00:00+03:00');
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

async function openRates(start = FRIDAY_NOON) {
  const clock = new MovableClock({ start, frozen: true });
  const sandbox = await startAcctSandbox({ clock });
  onTestFinished(() => sandbox.stop());
  return {
    clock,
    async read(path: string) {
      const answer = await fetch(`${sandbox.ratesUrl}/${path}`);
      const text = await answer.text();
      return { status: answer.status, type: answer.headers.get('content-type'), text, ...read(text) };
    },
    async set(body?: object | string, method = 'POST') {
      const sent = { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const answer = await fetch(`${sandbox.url}/sandbox/rates`, { method, ...(body && sent) });
      return (await answer.json()) as Record<string, unknown>;
    },
  };
}

/** What a client reads of a bulletin. */
function read(xml: string) {
  const [, day] = /<Tarih_Date Tarih="([\d.]+)"/.exec(xml) ?? [];
  const buying = (code: string) => {
    const [, inside = ''] = new RegExp(`CurrencyCode="${code}">(.*?)</Currency>`, 's').exec(xml) ?? [];
    return {
      unit: Number(/<Unit>(\d+)</.exec(inside)?.[1]),
      rate: /<ForexBuying>(\d+\.\d{4})</.exec(inside)?.[1],
    };
  };
  return { day, usd: buying('USD'), eur: buying('EUR'), jpy: buying('JPY') };
}

describe('the bulletins of the central bank', () => {
  it('come out at 15:30 in Istanbul, and the newest is that of the day before until then', async () => {
    const bank = await openRates();
    expect(await bank.read('today.xml')).toMatchObject({ status: 200, day: '29.01.2026' });
    expect((await bank.read('202601/30012026.xml')).status).toBe(404);
    await bank.clock.advanceTo(FRIDAY_NOON + 3.5 * HOUR - 1);
    expect(await bank.read('today.xml')).toMatchObject({ day: '29.01.2026' });
    await bank.clock.advanceTo(FRIDAY_NOON + 3.5 * HOUR);
    expect(await bank.read('today.xml')).toMatchObject({ day: '30.01.2026' });
    expect(await bank.read('202601/30012026.xml')).toMatchObject({ status: 200, day: '30.01.2026' });
  });

  it('do not exist for weekends, and Friday stays the newest over them', async () => {
    const bank = await openRates(FRIDAY_NOON + 2 * DAY);
    expect(await bank.read('today.xml')).toMatchObject({ day: '30.01.2026' });
    for (const path of ['202601/31012026.xml', '202602/01022026.xml'])
      expect((await bank.read(path)).status).toBe(404);
    await bank.clock.advanceTo(FRIDAY_NOON + 40 * DAY);
    expect((await bank.read('202602/02022026.xml')).status).toBe(200);
  });

  it('have the form of the real ones, and the same rates whenever they are read', async () => {
    const bank = await openRates();
    const first = await bank.read('202601/29012026.xml');
    expect(first.type).toBe('text/xml; charset=utf-8');
    expect(first.text).toContain(
      '<Tarih_Date Tarih="29.01.2026" Date="01/29/2026"  Bulten_No="2026/20" >\n\t<Currency CrossOrder="0" Kod="USD" CurrencyCode="USD">\n\t\t\t<Unit>1</Unit>',
    );
    expect(first).toMatchObject({ usd: { unit: 1 }, eur: { unit: 1 }, jpy: { unit: 100 } });
    expect(Number(first.eur.rate)).toBeGreaterThan(Number(first.usd.rate));
    expect(first.text).toContain('<BanknoteBuying/>');
    await bank.clock.advanceTo(FRIDAY_NOON + 100 * DAY);
    expect((await bank.read('202601/29012026.xml')).text).toBe(first.text);
    expect((await bank.read('202603/02032026.xml')).usd.rate).not.toBe(first.usd.rate);
  });

  it.each(['202602/29012026.xml', '202613/01132026.xml', 'tomorrow.xml', '', '202601/29012026.json'])(
    'are nowhere else: %j',
    async (path) => {
      expect((await (await openRates()).read(path)).status).toBe(404);
    },
  );

  it('are numbered by the banking days of the year, as the real ones were', () => {
    expect(ordinalInYear('2020-10-08')).toBe(192);
    expect(ordinalInYear('2026-01-02')).toBe(1);
  });

  it.each([
    ['2026-03-19', false], // eve of the feast of Ramadan
    ['2026-03-20', false],
    ['2026-03-23', true],
    ['2026-04-23', false],
    ['2026-05-26', false], // eve of the feast of sacrifice
    ['2026-05-29', false],
    ['2026-06-01', true],
    ['2026-10-28', false],
    ['2026-10-29', false],
    ['2026-10-30', true],
  ])('know the holidays: %s is a banking day: %s', (day, banking) => {
    expect(isBankingDay(day)).toBe(banking);
  });
});

describe('the control of the rates', () => {
  it('sets what the bank buys a dollar and a euro for, until it is reset', async () => {
    const bank = await openRates();
    expect(await bank.set({ USD: 41.25, EUR: 48.1234 })).toEqual({ USD: 41.25, EUR: 48.1234 });
    expect(await bank.read('today.xml')).toMatchObject({
      usd: { rate: '41.2500' },
      eur: { rate: '48.1234' },
    });
    await bank.set(undefined, 'DELETE');
    expect((await bank.read('today.xml')).usd.rate).not.toBe('41.2500');
  });

  it('takes a day away, and the one before is then the newest', async () => {
    const bank = await openRates();
    await bank.set({ missing: ['2026-01-29'] });
    expect((await bank.read('202601/29012026.xml')).status).toBe(404);
    expect(await bank.read('today.xml')).toMatchObject({ day: '28.01.2026' });
  });

  it('makes so many readings fail, or answer nonsense', async () => {
    const bank = await openRates();
    await bank.set({ failNext: 1, nonsenseNext: 1 });
    expect((await bank.read('today.xml')).status).toBe(500);
    expect(await bank.read('today.xml')).toMatchObject({ status: 200, day: undefined });
    expect(await bank.read('today.xml')).toMatchObject({ status: 200, day: '29.01.2026' });
  });

  it.each<[object | string, string]>([
    [
      { usd: 1 },
      'There is no "usd" here; there is USD, EUR, failNext, nonsenseNext, missing, hidden, noBulletin.',
    ],
    [{ USD: '41' }, '"USD" takes a number above 0, not "41".'],
    [{ USD: 0 }, '"USD" takes a number above 0, not 0.'],
    [{ missing: ['29.01.2026'] }, '"missing" takes a list of days such as 2026-01-30, not ["29.01.2026"].'],
    ['[]', 'The body must be a JSON object.'],
  ])('refuses %j', async (body, error) => {
    const bank = await openRates();
    expect(await bank.set(body)).toEqual({ error });
    expect(await bank.set(undefined, 'GET')).toEqual({});
  });
});
