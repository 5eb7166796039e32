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
    title: 'Sign in',
    content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
${isRefused && html`<p class="notice bad" role="alert">This passkey was not accepted. It may have been removed; an owner of your account can invite you again.</p>`}
<h1>Sign in</h1>
<p>With the passkey on this device or on your phone. There is no password.</p>
${passkeyForm({ fields: { next } }, { act: 'enter/sign-in', kind: 'get', options, label: 'Sign in with a passkey' })}
<details><summary>No passkey on this device?</summary><p>Choose “another device” in your browser’s window and scan the code with your phone. If the passkey is lost, an owner of your account can send you a new invitation.</p></details>`,
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
  const may = roles.map((role) => html`${ROLE_WORDS[role]}: ${ROLE_MEANINGS[role]}<br>`);
  const title = `${invitation?.by ?? 'An operator of the service'} invites you to ${account}’s billing`;
  return {
    title: 'Invitation',
    content: html`<p class="quiet"><strong>${account}</strong></p>
${isRefused && html`<p class="notice bad" role="alert">The passkey was not accepted. Nothing was used up: try again.</p>`}
<h1>${title}</h1>
${facts([
  ['Name', name],
  ['Roles', html`${may}`],
  ['Open until', minute(invitation?.expiresAt ?? null)],
])}
${passkeyForm({ fields: { token } }, { act: 'enter/accept-invitation', kind: 'create', options: registrationOptions(app, person, account, challenge), label: 'Accept and create a passkey' })}
<p class="quiet small">A passkey is a key that stays on your device and opens with your fingerprint, face or PIN. We keep no password of yours.</p>`,
  };
}

/** The page of a link that was used, replaced, withdrawn, or is too old; it says nothing about anybody. */
export const invitationOverPage: DoorPage = {
  title: 'This invitation is over',
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>This invitation is over</h1>
<p>A link works once and for three days. Ask whoever invited you for a new one.</p>
<p>Have you accepted it already? <a href="/console/sign-in">Sign in</a></p>`,
};
