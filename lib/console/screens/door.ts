import { say } from '../say.ts';
import { html, type Html } from '../../pages/html.ts';
import type { CoreApp } from '../../runtime/app.ts';
import type { Person } from '../../table/people/people.ts';
import { registrationOptions, signInOptions } from '../passkey-options.ts';
import { ROLE_MEANINGS, ROLE_WORDS } from '../words.ts';
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
    title: say().door.signIn,
    content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
${isRefused && html`<p class="notice bad" role="alert">${say().door.refused}</p>`}
<h1>${say().door.signIn}</h1>
<p>${say().door.with}</p>
${passkeyForm({ fields: { next } }, { act: 'enter/sign-in', kind: 'get', options, label: say().door.signInWith })}
<details><summary>${say().door.noPasskey}</summary><p>${say().door.another}</p></details>`,
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
  const may = roles.map((role) => html`${ROLE_WORDS()[role]}: ${ROLE_MEANINGS()[role]}<br>`);
  const title = say().door.invites(invitation?.by?.name ?? say().door.operator, account);
  return {
    title: say().door.invitation,
    content: html`<p class="quiet"><strong>${account}</strong></p>
${isRefused && html`<p class="notice bad" role="alert">${say().door.notAccepted}</p>`}
<h1>${title}</h1>
${facts([
  [say().door.name, name],
  [say().door.roles, html`${may}`],
  [say().door.openUntil, minute(invitation?.expiresAt ?? null)],
])}
${passkeyForm({ fields: { token } }, { act: 'enter/accept-invitation', kind: 'create', options: registrationOptions(app, person, account, challenge), label: say().door.accept })}
<p class="quiet small">${say().door.what}</p>`,
  };
}

/** The page of a link that was used, replaced, withdrawn, or is too old; it says nothing about anybody. */
export const invitationOverPage = (): DoorPage => ({
  title: say().door.over,
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${say().door.over}</h1>
<p>${say().door.once}</p>
<p>${say().door.already} <a href="/console/sign-in">${say().door.signIn}</a></p>`,
});
