import { html } from '../../pages/html.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { proofOptions } from '../passkey-options.ts';
import { say } from '../say.ts';
import type { SignedInPerson } from '../session.ts';
import type { Given, Shown } from '../visit.ts';
import { actSaid } from '../words.ts';
import { head } from './parts.ts';
import { passkeyForm } from './passkey-form.ts';

/** What stands between a form that gives somebody power and what it does: a passkey, and the form as it was filled in. */
export function confirmContent(
  app: CoreApp,
  { person }: SignedInPerson,
  asked: {
    readonly act: string;
    readonly back: string;
    readonly fields: Given;
    readonly challenge: string;
    /** The field for the passkey's answer. */
    readonly proof: string;
    readonly isRefused?: boolean;
  },
): Shown {
  const { title, said, refused, yes, no } = say().confirm;
  const name = actSaid(asked.act.split('/').at(-1) ?? '');
  const options = proofOptions(app, person, asked.challenge);
  const made = { act: 'enter/confirm', kind: 'get', options, label: yes, answer: asked.proof } as const;
  return {
    title,
    script: 'passkey',
    content: html`${head(title)}
${asked.isRefused === true && html`<p class="notice bad" role="alert">${refused}</p>`}
<p class="prose"><strong>${name}</strong></p>
<p class="prose">${said}</p>
${passkeyForm({ fields: asked.fields }, made)}
<p><a href="/console/${asked.back}">${no}</a></p>`,
  };
}
