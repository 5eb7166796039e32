import { describe, expect, it, vi } from 'vitest';
import { Page } from './page.ts';
import { customer, got, GOOD_CARD, openProvider, POOR_CARD, startWith } from './provider.ts';

const callbackUrl = 'https://shop.example/return?order=1';

async function openPage() {
  const provider = await openProvider();
  const ask = { planReference: await provider.plan({ price: 49.9 }), customer: customer(), callbackUrl };
  const form = got(await provider.pay.openForm({ ...ask, initialStatus: 'ACTIVE', correlationId: 'c' }));
  const page = new Page();
  await page.run(form.content);
  return { ...provider, page, form };
}

async function pay(page: Page, number: string): Promise<void> {
  page.the('iyz-holder').value = 'Ayşe Yılmaz';
  page.the('iyz-number').value = number.replace(/(.{4})/g, '$1 ');
  page.the('iyz-month').value = '12';
  page.the('iyz-year').value = '30';
  page.the('iyz-cvc').value = '123';
  const form = page.place.children[0]!;
  form.listeners.get('submit')!({ preventDefault: () => undefined });
  await vi.waitFor(() => {
    if (page.the('iyz-error').textContent === '' && page.sent().length === 0) throw new Error('still paying');
  }, 20_000);
}

describe('the card form on a page', () => {
  it('comes from one short script element and shows the amount', async () => {
    const { page, form, sandbox } = await openPage();
    expect(Buffer.byteLength(form.content)).toBeLessThan(1_400);
    expect(page.loaded).toEqual([
      expect.stringMatching(`^${sandbox.url}/checkoutform/v2/bundle.js\\?v=\\d+$`),
    ]);
    expect(page.the('iyz-pay').textContent).toBe('₺49,90 öde');
    expect(page.the('iyz-error').attributes.get('role')).toBe('alert');
  });

  it('labels each of its fields', async () => {
    const { page } = await openPage();
    const all = page.body.all();
    const labels = all
      .filter((each) => each.tag === 'label')
      .map((each) => [each.attributes.get('for'), each.textContent]);
    expect(labels).toEqual([
      ['iyz-holder', 'Kart üzerindeki isim'],
      ['iyz-number', 'Kart numarası'],
      ['iyz-month', 'Ay'],
      ['iyz-year', 'Yıl'],
      ['iyz-cvc', 'Güvenlik kodu'],
    ]);
    expect(all.filter((each) => each.tag === 'input')).toHaveLength(5);
  });

  it('loads once when its content runs twice', async () => {
    const { page, form } = await openPage();
    await page.run(form.content);
    expect(page.loaded).toHaveLength(1);
  });

  it('sends the browser back with the token after a payment', async () => {
    const { page, form, pay: client } = await openPage();
    await pay(page, GOOD_CARD);
    expect(page.sent()).toEqual([{ action: callbackUrl, fields: { token: form.token } }]);
    expect((await client.readForm(form.token)).ok).toBe(true);
  });

  it('shows why a card is refused, stays, and takes another one', async () => {
    const { page } = await openPage();
    await pay(page, POOR_CARD);
    expect(page.the('iyz-error').textContent).toBe('Kart limiti yetersiz, yetersiz bakiye');
    expect(page.sent()).toEqual([]);
    expect(page.the('iyz-pay').disabled).toBe(false);
    expect(page.focused).toBe(page.the('iyz-number'));
    await pay(page, GOOD_CARD);
    expect(page.sent()).toHaveLength(1);
  });

  it('reports when the provider cannot be reached, and can be retried', async () => {
    const { page, control } = await openPage();
    await control('POST', '/behaviour', { loseAnswerNext: 1 });
    await pay(page, GOOD_CARD);
    expect(page.the('iyz-error').textContent).toContain('ulaşılamadı');
    await pay(page, GOOD_CARD);
    expect(page.sent()).toHaveLength(1);
    expect(await control<unknown[]>('GET', '/ledger')).toHaveLength(1);
  });

  it('for another card says that the check is refunded', async () => {
    const provider = await openProvider();
    const { reference, customerReference } = got(await startWith(provider, await provider.plan()));
    const form = got(await provider.pay.openCardForm({ customerReference, reference, callbackUrl }));
    const page = new Page();
    await page.run(form.content);
    expect(page.the('iyz-pay').textContent).toBe('Kartı kaydet');
    expect(page.place.textContent).toContain('hemen iade edilir');
    await pay(page, GOOD_CARD);
    expect(page.sent()).toEqual([{ action: callbackUrl, fields: { token: form.token } }]);
  });

  it('needs nothing that a strict content security policy forbids', async () => {
    const { sandbox, page } = await openPage();
    const script = await (await fetch(`${sandbox.url}/checkoutform/v2/bundle.js`)).text();
    expect(script).not.toMatch(
      /\beval\b|new Function|innerHTML|document\.write|\.style\b|['"]style['"]|['"]on[a-z]+['"]/,
    );
    const handlers = page.body.all().flatMap((each) => [...each.attributes.keys()]);
    expect(handlers.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const [link] = page.head.all().filter((each) => each.tag === 'link');
    expect(link?.attributes.get('href')).toBe(`${sandbox.url}/checkoutform/v2/form.css`);
    const stylesheet = await fetch(`${sandbox.url}/checkoutform/v2/form.css`);
    expect(stylesheet.headers.get('content-type')).toContain('text/css');
    expect(await stylesheet.text()).not.toContain('url(');
  });
});
