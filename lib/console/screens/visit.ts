import { html } from '../../pages/html.ts';
import type { Person } from '../../table/people/people.ts';
import { say } from '../../pages/say.ts';
import type { DoorPage } from './door.ts';
import { facts, minute } from './parts.ts';

/** The page behind an operator's link: the button uses it up. */
export function visitPage(
  { name, invitation, visit }: Pick<Person, 'name' | 'invitation' | 'visit'>,
  { account, token }: { readonly account: string; readonly token: string },
): DoorPage {
  return {
    title: say('Operator’s visit', 'Servisi işletenin girişi'),
    content: html`<p class="quiet"><strong>${account}</strong></p>
<h1>${say(`Open the console of ${account}`, `${account} konsolunu açın`)}</h1>
${facts([
  [say('Name', 'Ad'), name],
  [say('Reason', 'Gerekçe'), visit?.because ?? null],
  [say('The link works until', 'Bağlantının son geçerlilik zamanı'), minute(invitation?.expiresAt ?? null)],
])}
<form method="post" action="/console/enter/visit"><input type="hidden" name="token" value="${token}"><button class="primary">${say('Open the console for an hour', 'Konsolu bir saatliğine açın')}</button></form>
<p class="quiet small">${say('You may do what an owner may. Your name and the reason are in the account’s list of sign-ins and acts, and an owner can end your session.', 'Hesap sahibinin yetkileriyle işlem yapabilirsiniz. Adınız ve gerekçeniz hesabın giriş ve işlem listesinde görünür; hesap sahipleri oturumunuzu sonlandırabilir.')}</p>`,
  };
}

/** The page of an operator's link that was used or is too old; it says nothing about anybody. */
export const visitOverPage = (): DoorPage => ({
  title: visitOverSaid(),
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${visitOverSaid()}</h1>
<p>${say('It works once, for ten minutes. The command line makes a new one.', 'Bağlantı bir kez ve on dakika boyunca kullanılabilir. Komut satırından yenisini oluşturabilirsiniz.')}</p>`,
});

/** Of a link that is used up or too old. */
const visitOverSaid = () => say('This link does not work any more', 'Bu bağlantı artık geçerli değil');
