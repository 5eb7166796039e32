import { html } from '../../pages/html.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { proofOptions } from '../passkey-options.ts';
import { say } from '../../pages/say.ts';
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
  const title = say('Confirm that it is you', 'Siz olduğunuzu onaylayın');
  const name = actSaid(asked.act.split('/').at(-1) ?? '');
  const options = proofOptions(app, person, asked.challenge);
  const made = {
    act: 'enter/confirm',
    kind: 'get',
    options,
    label: say('Confirm with the passkey', 'Geçiş anahtarıyla onayla'),
    answer: asked.proof,
  } as const;
  return {
    title,
    script: 'passkey',
    content: html`${head(title)}
${asked.isRefused === true && html`<p class="notice bad" role="alert">${say('The passkey was not accepted. Nothing was done, and nothing of what you entered is lost: try again.', 'Geçiş anahtarı kabul edilmedi. Hiçbir şey yapılmadı, girdikleriniz de kaybolmadı: yeniden deneyin.')}</p>`}
<p class="prose"><strong>${name}</strong></p>
<p class="prose">${say('This gives power over the account, so your passkey is asked for again. Nothing is done yet, and nothing of what you entered is lost.', 'Bu işlem hesapta yetki verdiği için geçiş anahtarınız yeniden istenir. Henüz hiçbir şey yapılmadı; girdikleriniz kaybolmaz.')}</p>
${passkeyForm({ fields: asked.fields }, made)}
<p><a href="/console/${asked.back}">${say('Do not do it', 'Vazgeç')}</a></p>`,
  };
}
