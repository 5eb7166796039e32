import { say } from '../../pages/say.ts';
import { html } from '../../pages/html.ts';
import { NO_RECOVERY } from '../../billing/recovery-settings.ts';
import { DAY_MS } from '../../limits.ts';
import type { Screen } from '../visit.ts';
import { SAVED } from '../saved.ts';
import { field, form, select } from './forms.ts';
import { day, forWhoMay, head, to } from './parts.ts';
import { PAY, COLLECTED_DAYS } from '../../pages/console/provider-names.ts';

/** What follows the last try. */
const AFTERWARDS = () =>
  [
    ['keep', say('Keep the subscription, unpaid', 'Aboneliği koru, ödenmemiş kalsın')],
    ['cancel', say(`Cancel the subscription, at ${PAY} too`, `Aboneliği iptal et, ${PAY} tarafında da`)],
  ] as const;

/** When failed renewals are tried again, with an example. */
export const recovery: Screen = {
  place: 'settings',
  show: async (visit) => {
    const { now } = visit;
    const { retryDays, then } = visit.app.tenant.recovery ?? NO_RECOVERY;
    const tries = retryDays.map(
      (days) =>
        html`<li><span>${day(now + days * DAY_MS)}</span><span>${say('Tried again', 'Yeniden denenir')}</span></li>`,
    );
    const last =
      then === 'cancel' && retryDays.length > 0
        ? say(
            'If that fails too, it is cancelled, not before grace ends.',
            'O da olmazsa iptal edilir; ek süre bitmeden değil.',
          )
        : say(
            `Then it stays unpaid; ${PAY} ends it after ${COLLECTED_DAYS} days.`,
            `Sonra ödenmemiş kalır; ${PAY} ${COLLECTED_DAYS} gün sonra bitirir.`,
          );
    const own = form(
      visit,
      'set-recovery',
      { saved: SAVED['set-recovery'](visit.app.tenant) },
      (
        of,
      ) => html`${field(of, 'retryDays', say('Days after the failure', 'Alınamadıktan kaç gün sonra'), { hint: say('Up to six rising days from 1 to 60, such as 1, 3, 6; empty for none', '1 ile 60 arasında, artan en çok altı gün; örneğin 1, 3, 6. Hiç denenmesin derseniz boş bırakın'), isOptional: true, max: 60 })}
${select(of, 'then', say('After the last attempt', 'Son denemeden sonra'), AFTERWARDS(), 'long')}
<div><button class="primary">${say('Save', 'Kaydet')}</button></div>`,
    );
    return {
      title: say('Recovery', 'Tahsilat denemeleri'),
      content: html`${head(say('Recovery of failed payments', 'Alınamayan ödemelerin yeniden denenmesi'), [to('settings'), say('Settings', 'Ayarlar')])}
<p class="prose">${say('A card is tried once in 24 hours at most, seven times in 30 days, and never again after a code that says that it will not work. A new card is tried at once.', 'Bir kart 24 saatte en çok bir, 30 günde en çok yedi kez denenir; çalışmayacağını bildiren bir koddan sonra hiç denenmez. Yeni kart hemen denenir.')}</p>
<section class="stack" aria-labelledby="example"><h2 id="example">${say('A payment that fails today', 'Bugün alınamayan bir ödeme')}</h2>
<ol class="dates"><li class="fail"><span>${day(now)}</span><span>${say('It fails', 'Alınamaz')}</span></li>${tries}<li class="end"><span>${say('After that', 'Sonrasında')}</span><span>${last}</span></li></ol></section>
${forWhoMay(visit, 'account', () => own)}`,
    };
  },
};
