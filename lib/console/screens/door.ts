import { say } from '../../pages/say.ts';
import { html, type Html } from '../../pages/html.ts';
import type { CoreApp } from '../../runtime/app.ts';
import type { Person } from '../../table/people/people.ts';
import { registrationOptions, signInOptions } from '../passkey-options.ts';
import { ROLE_MEANINGS } from '../words.ts';
import { roleSaid } from '../../pages/work-words.ts';
import { facts, minute } from './parts.ts';
import { passkeyForm } from './passkey-form.ts';

/** A page before anybody is signed in. */
export interface DoorPage {
  readonly title: string;
  readonly content: Html;
}

/** The page on which people sign in; `isRefused` after an answer that was refused. */
export function signInPage(
  app: CoreApp,
  challenge: string,
  { isRefused = false, next }: { readonly isRefused?: boolean; readonly next?: string | undefined } = {},
): DoorPage {
  const options = signInOptions(app, challenge);
  return {
    title: say('Sign in', 'Giriş'),
    content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
${isRefused && html`<p class="notice bad" role="alert">${say('This passkey was not accepted. It may have been removed; an owner of your account can invite you again.', 'Bu geçiş anahtarı kabul edilmedi. Kaldırılmış olabilir; hesabınızın bir sahibi sizi yeniden davet edebilir.')}</p>`}
<h1>${say('Sign in', 'Giriş')}</h1>
<p>${say('With the passkey on this device or on your phone. There is no password.', 'Bu cihazdaki ya da telefonunuzdaki geçiş anahtarıyla. Parola yok.')}</p>
${passkeyForm({ fields: { next } }, { act: 'enter/sign-in', kind: 'get', options, label: say('Sign in with a passkey', 'Geçiş anahtarıyla giriş yap') })}
<details><summary>${say('No passkey on this device?', 'Bu cihazda geçiş anahtarı yok mu?')}</summary><p>${say('Choose “another device” in your browser’s window and scan the code with your phone. If the passkey is lost, an owner of your account can send you a new invitation.', 'Tarayıcının penceresinde “başka cihaz”ı seçip kodu telefonunuzla okutun. Anahtar kaybolduysa hesabınızın bir sahibi size yeni bir davet gönderebilir.')}</p></details>`,
  };
}

/** The page behind an invitation's link. */
export function invitationPage(
  app: CoreApp,
  challenge: string,
  {
    person,
    account,
    token,
    isRefused,
  }: {
    readonly person: Person;
    readonly account: string;
    readonly token: string;
    readonly isRefused: boolean;
  },
): DoorPage {
  const { invitation, roles, name } = person;
  const may = roles.map((role) => html`${roleSaid(role)}: ${ROLE_MEANINGS()[role]}<br>`);
  const title = invitesSaid(
    invitation?.by?.name ?? say('An operator of the service', 'Servisi işleten'),
    account,
  );
  return {
    title: say('Invitation', 'Davet'),
    content: html`<p class="quiet"><strong>${account}</strong></p>
${isRefused && html`<p class="notice bad" role="alert">${say('The passkey was not accepted. Nothing was used up: try again.', 'Geçiş anahtarı kabul edilmedi. Davetiniz duruyor: yeniden deneyin.')}</p>`}
<h1>${title}</h1>
${facts([
  [say('Name', 'Ad'), name],
  [say('Roles', 'Roller'), html`${may}`],
  [say('Open until', 'Geçerlilik sonu'), minute(invitation?.expiresAt ?? null)],
])}
${passkeyForm({ fields: { token } }, { act: 'enter/accept-invitation', kind: 'create', options: registrationOptions(app, person, account, challenge), label: say('Accept and create a passkey', 'Kabul et ve geçiş anahtarı oluştur') })}
<p class="quiet small">${say('A passkey is a key that stays on your device and opens with your fingerprint, face or PIN. We keep no password of yours.', 'Geçiş anahtarı, cihazınızda kalan; parmak iziniz, yüzünüz ya da PIN ile açılan bir anahtardır. Parolanızı saklamayız.')}</p>`,
  };
}

/** The page of a link that was used, replaced, withdrawn, or is too old; it says nothing about anybody. */
export const invitationOverPage = (): DoorPage => ({
  title: overSaid(),
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${overSaid()}</h1>
<p>${say('A link works once and for three days. Ask whoever invited you for a new one.', 'Bağlantı bir kez ve üç gün boyunca çalışır. Sizi davet edenden yenisini isteyin.')}</p>
<p>${say('Have you accepted it already?', 'Daha önce kabul ettiniz mi?')} <a href="/console/sign-in">${say('Sign in', 'Giriş')}</a></p>`,
});

/** Who invites whom. */
const invitesSaid = (value: string, account: string) =>
  say(
    `${value} invites you to ${account}’s billing`,
    `${value} sizi ${account} faturalama konsoluna davet ediyor`,
  );

/** Of an invitation that cannot be used any more. */
const overSaid = () => say('This invitation has expired', 'Bu davet geçersiz');
