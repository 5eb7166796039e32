import { describe, expect, it } from 'vitest';
import { Redacted } from '../../lib/text/redacted.ts';
import { card, customer, openProvider, payOf, POOR_CARD, startWith } from './provider.ts';
import { serve } from './receiver.ts';

const someone = { apiKey: 'k', secretKey: 's', merchantId: '1' };

describe('a refusal', () => {
  it.each([
    ['1001 of the general services', 422, '1001', 'api bilgileri bulunamadı', 'credentials'],
    ['8 with HTTP 401', 401, '8', 'x', 'credentials'],
    [
      '8 for a wrong signature with HTTP 422',
      422,
      '8',
      'Authentication token is not verified',
      'credentials',
    ],
    ['201050', 422, '201050', 'x', 'planNotFound'],
    ['201050 with HTTP 404', 404, '201050', 'x', 'planNotFound'],
    ['201051', 422, '201051', 'x', 'refused'],
    ['201053', 422, '201053', 'x', 'refused'],
    ['201402', 422, '201402', 'Bu abonelik yükseltilemez.', 'refused'],
    ['any with HTTP 403', 403, '11', 'x', 'credentials'],
    ['9000 of a frozen account', 422, '9000', 'x', 'switchedOff'],
    ['10051', 422, '10051', 'Kart limiti yetersiz, yetersiz bakiye', 'declined'],
    ['10220', 422, '10220', 'x', 'declined'],
    ['5184', 422, '5184', 'x', 'declined'],
    ['50000', 422, '50000', 'Request Limit Exceeded', 'rateLimited'],
    ['any with HTTP 429', 429, '1', 'x', 'rateLimited'],
    ['201600', 422, '201600', 'x', 'notFound'],
    ['201400', 200, '201400', 'x', 'notFound'],
    ['any with HTTP 404', 404, '1', 'Sistem hatası', 'notFound'],
    ['201601', 422, '201601', 'x', 'notFinished'],
    ['an unknown code', 422, '999999', 'x', 'refused'],
  ])('with code %s is understood', async (_, status, errorCode, errorMessage, is) => {
    const url = await serve((_request, answer) =>
      answer(status, JSON.stringify({ status: 'failure', errorCode, errorMessage })),
    );
    const wanted = { ok: false, is, providerCode: errorCode, message: errorMessage };
    expect(await payOf(url, someone).readForm('t')).toEqual(wanted);
  });

  it.each([
    ['5', 'x', 'email'],
    ['8', 'identityNumber gönderilmesi zorunludur', 'identityNumber'],
    ['12', 'x', 'cardNumber'],
    ['15', 'x', 'cvc'],
    ['27', 'x', 'gsmNumber'],
    ['200310', 'Geçersiz telefon numarası', 'gsmNumber'],
    ['24', 'surname gönderilmesi zorunludur', 'surname'],
    ['24', 'Zorunlu alan eksik', undefined],
    ['11', 'Geçersiz istek', undefined],
  ])('of an input names its field where it can be determined: %s, %s', async (code, words, field) => {
    const url = await serve((_request, answer) =>
      answer(422, JSON.stringify({ status: 'failure', errorCode: code, errorMessage: words })),
    );
    const answer = await payOf(url, someone).readForm('t');
    expect(answer).toEqual({ ok: false, is: 'invalidInput', field, providerCode: code, message: words });
  });

  it.each(['1', '2'])('for an internal error of the provider leaves the outcome open: %s', async (code) => {
    const url = await serve((_request, answer) =>
      answer(422, JSON.stringify({ status: 'failure', errorCode: code, errorMessage: 'Sistem hatası' })),
    );
    const answer = await payOf(url, someone).readForm('t');
    expect(answer).toEqual({ ok: false, is: 'invalidResponse', httpStatus: 422 });
  });

  it('for a wrong secret or an unknown key is a credentials failure', async () => {
    const { sandbox, merchant } = await openProvider();
    const wrong = payOf(sandbox.url, { ...merchant, secretKey: 'wrong' });
    expect(await wrong.cancel('r')).toMatchObject({ is: 'credentials', providerCode: '8' });
    const unknown = payOf(sandbox.url, { ...merchant, apiKey: 'unknown' });
    expect(await unknown.cancel('r')).toMatchObject({ is: 'credentials', providerCode: '1001' });
  });

  it('of an account without the subscription feature carries 100001', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { featureEnabled: false });
    expect(await provider.pay.listProducts()).toMatchObject({
      is: 'switchedOff',
      providerCode: '100001',
    });
  });

  it('of too many calls is a rate limit', async () => {
    const provider = await openProvider();
    await provider.control('POST', '/behaviour', { limitNext: 1 });
    expect(await provider.pay.listProducts()).toMatchObject({ is: 'rateLimited', providerCode: '50000' });
  });

  it('of an unknown form or subscription is notFound', async () => {
    const { pay } = await openProvider();
    expect(await pay.readForm('unknown')).toMatchObject({ is: 'notFound', providerCode: '201600' });
    expect(await pay.readSubscription('unknown')).toMatchObject({ is: 'notFound', providerCode: '201400' });
  });

  it.each([
    ['4111111111111129', '10051'],
    ['4129111111111111', '10005'],
    ['4128111111111112', '10012'],
    ['4127111111111113', '10041'],
    ['4126111111111114', '10043'],
    ['4125111111111115', '10054'],
    ['4124111111111116', '10084'],
    ['4123111111111117', '10057'],
    ['4122111111111118', '10058'],
    ['4121111111111119', '10034'],
    ['5890040000000016', '10217'],
  ])('of the card %s carries the code %s', async (number, code) => {
    const provider = await openProvider();
    const answer = await startWith(provider, await provider.plan(), number);
    expect(answer).toMatchObject({ ok: false, is: 'declined', providerCode: code });
  });
});

describe('card data', () => {
  it('appears in no failure', async () => {
    const { pay } = await openProvider();
    const secret = card(POOR_CARD);
    const answer = await pay.startDirect({
      planReference: 'unknown',
      customer: customer(),
      card: new Redacted(secret),
      initialStatus: 'ACTIVE',
      correlationId: 'c',
    });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toMatch(/4111111111111129|11111111111/);
  });

  it('is in no code or message that quotes it, and both are short, in one line and of whole characters', async () => {
    const said = `a\r\nb ${POOR_CARD} ${'😀'.repeat(400)}\ud800`;
    const content = JSON.stringify({ status: 'failure', errorCode: said, errorMessage: said });
    const url = await serve((_request, answer) => answer(422, content));
    const answer = await payOf(url, someone).cancel('r');
    const { providerCode = '', message = '' } = 'providerCode' in answer ? answer : {};
    for (const text of [providerCode, message]) {
      expect(text).toMatch(/^a b \[redacted\] 😀/u);
      expect(text.isWellFormed()).toBe(true);
    }
    expect([providerCode.length, message.length]).toEqual([64, 500]);
  });
});
