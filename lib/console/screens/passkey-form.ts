import { say } from '../../pages/say.ts';
import { html, trusted, type Html } from '../../pages/html.ts';
import type { Given } from '../visit.ts';

/** A form that a passkey fills in. `options` are those of `navigator.credentials`. */
interface PasskeyForm {
  readonly act: string;
  readonly kind: 'create' | 'get';
  readonly options: object;
  readonly label: string;
  /** The field for the passkey's answer. */
  readonly answer?: string;
}

/** A form with one button, which asks for a passkey and then sends its answer. */
export function passkeyForm(
  { csrf, fields = {} }: { readonly csrf?: string; readonly fields?: Given },
  { act, kind, options, label, answer = 'answer' }: PasskeyForm,
): Html {
  const all = Object.entries({ csrf, ...fields }).filter(([, value]) => value !== undefined);
  return html`<form class="stack" method="post" action="/console/${act}" data-passkey="${kind}" data-answer="${answer}" data-options="${JSON.stringify(options)}">${all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input type="hidden" name="${answer}" value=""><div><button class="primary">${label}</button></div><p class="error" role="alert" hidden>${say('The passkey was not used. Try again, or choose another device in the browser’s window.', 'Geçiş anahtarı kullanılmadı. Yeniden deneyin ya da tarayıcının penceresinde başka bir cihaz seçin.')}</p></form>
<noscript><p class="notice warm">${say('Passkeys need JavaScript on this page.', 'Geçiş anahtarları bu sayfada JavaScript ister.')}</p></noscript>`;
}

/** The only script of the console: it asks for a passkey and puts the answer into its form. */
export const passkeyScript = (nonce: string): Html =>
  html`<script nonce="${nonce}">${trusted(SCRIPT)}</script>`;

const SCRIPT = `const bytes=(text)=>Uint8Array.from(atob(text.replace(/-/g,'+').replace(/_/g,'/')),(one)=>one.charCodeAt(0));
const text=(buffer)=>btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g,'-').replace(/\\//g,'_').replace(/=+$/,'');
for(const form of document.querySelectorAll('form[data-passkey]'))form.addEventListener('submit',async(event)=>{
const into=form.elements[form.dataset.answer];
if(into.value!=='')return;
event.preventDefault();
const said=form.querySelector('[role=alert]');said.hidden=true;
try{
const options=JSON.parse(form.dataset.options);
options.challenge=bytes(options.challenge);
if(options.user)options.user.id=bytes(options.user.id);
for(const one of [...(options.excludeCredentials??[]),...(options.allowCredentials??[])])one.id=bytes(one.id);
const made=await navigator.credentials[form.dataset.passkey]({publicKey:options});
const{response}=made;
const answer={id:made.id,response:{clientDataJSON:text(response.clientDataJSON)}};
for(const part of ['attestationObject','authenticatorData','signature','userHandle'])if(response[part])answer.response[part]=text(response[part]);
if(response.getTransports)answer.response.transports=response.getTransports();
into.value=JSON.stringify(answer);
form.submit();
}catch{said.hidden=false;form.querySelector('button').focus()}
});`;
