import type { IncomingMessage, ServerResponse } from 'node:http';
import { BadControl, controlBody } from '../switches.ts';
import type { ArrivedMail, Mailbox } from './mailbox.ts';

/** Where SES takes messages. */
export const SES_PATH = '/v2/email/outbound-emails';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => ESCAPES[one] ?? one);

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:1rem}
a{color:LinkText}h1{font-size:1.25rem;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0}li{border-top:1px solid color-mix(in srgb,CanvasText 20%,transparent);padding:.75rem 0;overflow-wrap:anywhere}
small,dt{color:color-mix(in srgb,CanvasText 70%,transparent)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:52rem;border:1px solid color-mix(in srgb,CanvasText 20%,transparent);border-radius:.5rem;background:Canvas}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
form{display:inline}button{font:inherit;padding:.4rem .9rem;margin:0 .5rem .5rem 0}`;

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

/** What of a message its reader's program shows first. */
const summary = ({ id, messageId, to, from, subject, arrivedAt, state, tags }: ArrivedMail) => ({
  id,
  messageId,
  from: nameIn(from),
  to,
  subject,
  arrivedAt,
  state,
  tags,
});

/** A sender as it is read: RFC 2047 words are decoded. */
function nameIn(from: string): string {
  return from
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
}

/**
 * The mailbox's pages and calls, and the address where SES takes messages: returns whether a request was one of them. A browser
 * gets pages, everybody else JSON.
 */
export async function mailboxAnswer(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<boolean> {
  if (pathname !== SES_PATH && !/^\/messages(\/|$)/.test(pathname)) return false;
  const body = await bodyOf(request);
  if (pathname === SES_PATH && request.method === 'POST') {
    const { status, type, body: answer, lost } = await mailbox.send(body);
    if (lost) return (response.destroy(), true);
    const headers = { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) };
    response.writeHead(status, headers).end(JSON.stringify(answer));
    return true;
  }
  const isBrowser = (request.headers.accept ?? '').includes('text/html');
  try {
    await showOrAct(mailbox, { method: request.method ?? '', pathname, isBrowser, body }, response);
  } catch (error) {
    if (!(error instanceof BadControl)) throw error;
    json(response, error.httpStatus, { error: error.message });
  }
  return true;
}

interface Asked {
  readonly method: string;
  readonly pathname: string;
  readonly isBrowser: boolean;
  readonly body: Buffer;
}

async function showOrAct(mailbox: Mailbox, asked: Asked, response: ServerResponse): Promise<void> {
  const { method, pathname, isBrowser, body } = asked;
  if (method === 'GET' && pathname === '/messages') {
    const all = mailbox.all().map(summary);
    return isBrowser ? html(response, listPage(all)) : json(response, 200, { messages: all });
  }
  if (method === 'DELETE' && pathname === '/messages') {
    mailbox.clear();
    return json(response, 200, { cleared: true });
  }
  if (pathname === '/messages/behaviour') {
    if (method === 'GET') return json(response, 200, mailbox.behaviour);
    if (method === 'POST') return json(response, 200, mailbox.behave(controlBody(body)));
    if (method === 'DELETE') return json(response, 200, mailbox.behave(null));
  }
  const [, id = '', part] = /^\/messages\/(\d+)(?:\/(html|bounce|complaint))?$/.exec(pathname) ?? [];
  if (id === '') throw new BadControl('There is /messages, /messages/{id}, its /bounce and /complaint.', 404);
  if (method === 'GET' && part === 'html') return asItLooks(response, mailbox.get(Number(id)));
  if (method === 'GET' && part === undefined) {
    const mail = mailbox.get(Number(id));
    return isBrowser
      ? html(response, mailPage(mail))
      : json(response, 200, { ...mail, from: nameIn(mail.from) });
  }
  if (method !== 'POST' || part === undefined || part === 'html')
    throw new BadControl(`${method} is nothing to do with ${pathname}.`, 405);
  const mail = await mailbox.answer(Number(id), part === 'bounce' ? 'Bounce' : 'Complaint');
  if (isBrowser) return void response.writeHead(303, { location: `/messages/${id}` }).end();
  json(response, 200, summary(mail));
}

function listPage(all: readonly ReturnType<typeof summary>[]): string {
  const rows = all.map(
    ({ id, from, to, subject, arrivedAt, state }) =>
      `<li><a href="/messages/${id}">${escaped(subject)}</a><br><small>${escaped(from)} → ${escaped(to.join(', '))} · ${escaped(arrivedAt)} · ${state}</small></li>`,
  );
  const none =
    '<p>Nothing has arrived yet. Messages follow what they tell of within a minute of the clock.</p>';
  return page(
    'Mailbox',
    `<p><a href="/">Local console</a></p><h1>Mailbox</h1>${rows.length === 0 ? none : `<ul>${rows.join('')}</ul>`}`,
  );
}

function mailPage(mail: ArrivedMail): string {
  const { id, from, replyTo, to, subject, arrivedAt, state, text, headers, tags } = mail;
  const facts: [string, string][] = [
    ['From', nameIn(from)],
    ['To', to.join(', ')],
    ...(replyTo.length > 0 ? [['Reply-To', replyTo.join(', ')] as [string, string]] : []),
    ['Arrived', arrivedAt],
    ['State', state],
    ...headers.map(([name, value]): [string, string] => [name, value]),
    ...Object.entries(tags).map(([name, value]): [string, string] => [`Tag ${name}`, value]),
  ];
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('');
  const button = (part: string, label: string) =>
    `<form method="post" action="/messages/${id}/${part}"><button>${label}</button></form>`;
  return page(
    subject,
    `<p><a href="/messages">Mailbox</a></p><h1>${escaped(subject)}</h1><dl>${list}</dl>
<iframe title="As it would look" src="/messages/${id}/html" sandbox="${SANDBOX}"></iframe>
<h2>As text</h2><pre>${linked(text)}</pre>
<h2>As its reader</h2>${button('bounce', 'The address does not exist')}${button('complaint', 'Complain: this is spam')}`,
  );
}

/** A text whose addresses can be followed. */
const linked = (text: string) =>
  escaped(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

/** Nothing in a message runs; its links open beside it, and its pictures come from this machine. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** The message's own HTML: its links open beside the mailbox, and nothing in it runs. */
function asItLooks(response: ServerResponse, { html: own }: ArrivedMail): void {
  const shown = own.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`);
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `sandbox ${SANDBOX}; script-src 'none'; form-action 'none'`,
    })
    .end(shown);
}

const html = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
