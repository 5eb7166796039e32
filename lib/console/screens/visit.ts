import { html } from '../../pages/html.ts';
import type { Person } from '../../table/people/people.ts';
import { say } from '../say.ts';
import type { DoorPage } from './door.ts';
import { facts, minute } from './parts.ts';

/** The page behind an operator's link: the button uses it up. */
export function visitPage(
  { name, invitation, visit }: Pick<Person, 'name' | 'invitation' | 'visit'>,
  { account, token }: { readonly account: string; readonly token: string },
): DoorPage {
  return {
    title: say().door.visit,
    content: html`<p class="quiet"><strong>${account}</strong></p>
<h1>${say().door.visitTo(account)}</h1>
${facts([
  [say().door.name, name],
  [say().door.because, visit?.because ?? null],
  [say().door.linkUntil, minute(invitation?.expiresAt ?? null)],
])}
<form method="post" action="/console/enter/visit"><input type="hidden" name="token" value="${token}"><button class="primary">${say().door.comeIn}</button></form>
<p class="quiet small">${say().door.visitSaid}</p>`,
  };
}

/** The page of an operator's link that was used or is too old; it says nothing about anybody. */
export const visitOverPage = (): DoorPage => ({
  title: say().door.visitOver,
  content: html`<p class="quiet"><strong>Subscription Billing</strong></p>
<h1>${say().door.visitOver}</h1>
<p>${say().door.visitOnce}</p>`,
});
