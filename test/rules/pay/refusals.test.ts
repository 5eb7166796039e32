import { describe, expect, it } from 'vitest';
import { Redacted } from '../../../lib/text/redacted.ts';
import { card, customer, openProvider, payOf, someone, POOR_CARD } from './provider.ts';
import { serve } from './receiver.ts';

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
    ['201601', 422, '201601', 'x', 'notFinished'],
  ])('with code %s is understood', async (_, status, errorCode, errorMessage, is) => {
    const url = await serve((_request, answer) =>
      answer(status, JSON.stringify({ status: 'failure', errorCode, errorMessage })),
    );
    const wanted = { ok: false, is, providerCode: errorCode, message: errorMessage };
    expect(await payOf(url, someone).readForm('t')).toEqual(wanted);
  });

  it.each([
    ['100001', 422, 'switchedOff', 'switchedOff', 'unclear'],
    ['201400', 422, 'notFound', 'notFound', 'unclear'],
    ['201050', 422, 'unclear', 'planNotFound', 'unclear'],
    ['201050', 404, 'unclear', 'planNotFound', 'unclear'],
    ['1', 422, 'invalidResponse', 'invalidResponse', 'unclear'],
    ['1', 404, 'invalidResponse', 'notFound', 'unclear'],
    ['2', 422, 'invalidResponse', 'invalidResponse', 'unclear'],
    ['10999', 422, 'unclear', 'refused', 'unclear'],
    ['999999', 422, 'unclear', 'refused', 'unclear'],
    ['999999', 404, 'unclear', 'notFound', 'unclear'],
  ])(
    'with code %s and HTTP %i proves nothing about money, nor of what was to be read',
    async (errorCode, status, reading, changing, movingMoney) => {
      const url = await serve((_request, answer) =>
        answer(status, JSON.stringify({ status: 'failure', errorCode, errorMessage: 'x' })),
      );
      const pay = payOf(url, someone);
      const form = { customerReference: 'c', reference: 's', callbackUrl: url };
      const answers = [await pay.readForm('t'), await pay.openCardForm(form), await pay.cancel('r')];
      expect(answers.map((answer) => !answer.ok && answer.is)).toEqual([reading, changing, movingMoney]);
    },
  );

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
});

describe('a status that is a number', () => {
  const pay = async (httpStatus: number, body: object) => {
    const url = await serve((_request, answer) => answer(httpStatus, JSON.stringify(body)));
    return payOf(url, someone);
  };
  const springError = { timestamp: 1, status: 404, error: 'Not Found', path: '/x' };

  it('says of a reading that its address is wrong, not that something is gone', async () => {
    expect(await (await pay(404, springError)).readSubscription('s')).toEqual({
      ok: false,
      is: 'unreachable',
    });
    expect(await (await pay(404, springError)).readForm('s')).toEqual({ ok: false, is: 'unreachable' });
  });

  it('leaves open what became of a call that moves money', async () => {
    expect(await (await pay(404, springError)).cancel('s')).toMatchObject({ is: 'invalidResponse' });
  });
});

describe('a subscription that the provider does not know', () => {
  /** A provider that refuses the first readings, and whose list of subscriptions has these. */
  async function reading(refusals: number, errorCode: string, items: readonly string[]) {
    const one = {
      ...{ pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' },
      ...{ subscriptionStatus: 'ACTIVE', createdDate: 1 },
    };
    const paths: string[] = [];
    const url = await serve(({ path }, answer) => {
      paths.push(path.replace(/\?.*/, ''));
      const listed = items.map((referenceCode) => ({ ...one, referenceCode }));
      if (path.includes('/subscriptions?'))
        return answer(
          200,
          JSON.stringify({
            status: 'success',
            data: { items: listed, pageCount: listed.length > 1 ? 9 : 1 },
          }),
        );
      return refusals-- > 0
        ? answer(422, JSON.stringify({ status: 'failure', errorCode, errorMessage: 'x' }))
        : answer(200, JSON.stringify({ status: 'success', data: { ...one, referenceCode: 's1' } }));
    });
    const answer = await payOf(url, someone).readSubscription('s1');
    return { is: answer.ok ? 'read' : answer.is, calls: paths.length };
  }

  it.each(['201400', '999999'])('is gone only by a second reading and the list: %s', async (code) => {
    expect(await reading(1, code, [])).toEqual({ is: 'read', calls: 2 });
    expect(await reading(2, code, [])).toMatchObject({ is: 'notFound' });
    expect(await reading(2, code, ['s1'])).toMatchObject({ is: 'unclear' });
  });

  it('is not gone where the list cannot be asked for it', async () => {
    expect(await reading(2, '201400', ['s2', 's3'])).toMatchObject({ is: 'unclear' });
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
