import { afterAll, describe, it } from 'vitest';
import { NO_BRAND } from '../../../lib/billing/brand.ts';
import { MESSAGE_KINDS } from '../../../lib/messages/kinds.ts';
import { renderMessage } from '../../../lib/messages/render/render.ts';
import { sampleFacts } from '../../../lib/messages/render/samples.ts';
import { LANGUAGES } from '../../../lib/pages/language.ts';
import { startBrowser } from './browser.ts';
import { expectFineLooks, NARROWEST_LOOKS } from './looks.ts';

const browser = await startBrowser({ javaScriptEnabled: true });
const page = await browser.newPage();
afterAll(() => browser.close());

/** Without a network: the logo is a picture that is not shown. */
await browser.setOffline(true);

const NOW = Date.parse('2026-11-27T07:24:00Z');
const LINKS = { publicUrl: 'https://api.example.com', button: 'https://api.example.com/m/tok3n' };
const SHOP = {
  name: 'Kumru Kahve Kavurma ve Dağıtım Ticaret Limited Şirketi',
  brand: {
    ...NO_BRAND,
    logo: { name: 'abc.png', width: 80, height: 80 },
    accentColor: '#ffd400',
    supportEmail: 'musteri.iliskileri.ve.destek@kumru-kahve-kavurma.example',
    supportUrl: 'https://kumru.example/yardim',
    termsUrl: 'https://kumru.example/kosullar',
  },
};
const LONG = 'AylıkFiltreKahveAboneliğiPlusPlusUzunBirPlanAdıDahaDaUzun';

/** A webmail's page around it has the landmarks. */
const leftOut = ['region', 'landmark-one-main'];

describe.each(LANGUAGES)('messages in %s', (language) => {
  it.each(MESSAGE_KINDS)(
    '%s reads without pictures, on 320 pixels, in both schemes, and axe has nothing to say',
    async (kind) => {
      const facts = sampleFacts(kind, NOW);
      const long = 'plan' in facts ? { ...facts, plan: LONG } : facts;
      await page.setContent(renderMessage(long, SHOP, language, LINKS).html);
      await expectFineLooks(page, 'messages', `${kind}-${language}`, { looks: NARROWEST_LOOKS, leftOut });
    },
  );
});
