import { describe, expect, it } from 'vitest';
import { tcmbBulletins } from '../../../lib/rates/tcmb.ts';

const entry = (code: string, unit: string, buying: string) =>
  `<Currency CrossOrder="0" Kod="${code}" CurrencyCode="${code}"><Unit>${unit}</Unit><ForexBuying>${buying}</ForexBuying>` +
  '<ForexSelling>99.0000</ForexSelling></Currency>';
const page = (date: string, ...entries: string[]) =>
  `<?xml version="1.0"?><Tarih_Date Tarih="${date}" Date="10/08/2020" Bulten_No="2020/192">${entries.join('')}</Tarih_Date>`;
const NUMBER = { year: 2020, nth: 192 };
const GOOD = page('08.10.2020', entry('USD', '1', '7.8823'), entry('EUR', '1', '9.2750'));

/** Reads the bulletin of 8 October 2020 from a bank that answers like this. */
function read(answer: { status: number; body: string } | Error, asked: string[] = []) {
  const bulletins = tcmbBulletins('https://bank.example/kurlar/', async (url) => {
    asked.push(url);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return bulletins.of('2020-10-08', 1_000);
}

describe('A bulletin of the central bank', () => {
  it('is asked for by its day and gives the buying rates', async () => {
    const asked: string[] = [];
    const buying = { USD: '7.8823', EUR: '9.2750' };
    expect(await read({ status: 200, body: GOOD }, asked)).toEqual({
      is: 'published',
      number: NUMBER,
      buying,
    });
    expect(asked).toEqual(['https://bank.example/kurlar/202010/08102020.xml']);
  });

  it('is of one unit, whatever number is quoted', async () => {
    const body = page('08.10.2020', entry('USD', '100', '788.2300'), entry('EUR', '1', '9'));
    expect(await read({ status: 200, body })).toEqual({
      is: 'published',
      number: NUMBER,
      buying: { USD: '7.882300', EUR: '9' },
    });
  });

  it('is the newest, of whatever day, where that is asked for', async () => {
    const asked: string[] = [];
    const bulletins = tcmbBulletins('https://bank.example/kurlar', async (url) => {
      asked.push(url);
      return { status: 200, body: GOOD };
    });
    expect(await bulletins.newest(1_000)).toMatchObject({ is: 'published', number: NUMBER });
    expect(asked).toEqual(['https://bank.example/kurlar/today.xml']);
  });

  it.each<[string, { status: number; body: string }]>([
    ['is not found', { status: 404, body: '' }],
    ['is a page', { status: 200, body: '<html>Resmi tatil</html>' }],
    ['is a redirect', { status: 302, body: '' }],
    ['is refused by a firewall', { status: 403, body: '<html>rejected</html>' }],
    ['is the bulletin of another day', { status: 200, body: GOOD.replace('08.10.2020', '07.10.2020') }],
  ])('may be none where what comes %s', async (_, answer) => {
    expect(await read(answer)).toEqual({ is: 'none' });
  });

  it.each<[string, { status: number; body: string } | Error]>([
    ['does not answer', new Error('no answer')],
    ['fails', { status: 500, body: GOOD }],
    ['asks for fewer calls', { status: 429, body: '' }],
    ['gives it no number', { status: 200, body: GOOD.replace('Bulten_No', 'No') }],
    ['leaves a currency out', { status: 200, body: page('08.10.2020', entry('USD', '1', '7.8823')) }],
    ['leaves a rate empty', { status: 200, body: GOOD.replace('9.2750', '') }],
    ['gives a rate of nothing', { status: 200, body: GOOD.replace('9.2750', '0.0000') }],
    ['gives a rate that is no number', { status: 200, body: GOOD.replace('9.2750', '9.27.50') }],
    ['gives a unit that is none', { status: 200, body: GOOD.replace('<Unit>1<', '<Unit>2<') }],
  ])('is not known where the bank %s', async (_, answer) => {
    expect(await read(answer)).toEqual({ is: 'silent' });
  });
});
