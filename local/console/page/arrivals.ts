import type { StoredArrival } from '../../operator/arrival.ts';
import { attempt, call, say } from './calls.ts';
import { copyButton, element, mark, part, partOf, showRows, when } from './elements.ts';
import { verdictOn } from './verdict.ts';

const OF_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'];

interface Payload {
  readonly notificationType?: string;
  readonly subtype?: string;
  readonly attempt?: number;
  readonly text?: string;
  readonly data?: { readonly customer?: { readonly email?: string } };
}

/** What arrived, updated automatically, newest first: webhooks, and the lines of a chat apart from them. */
export class Arrivals {
  readonly #sections = ['#arrivals', '#chat'].map(part);
  readonly #webhooks = part('#arrivals .rows');
  readonly #chat = part('#chat .rows');
  #last = 0;
  #tenant = '';
  #reading: Promise<void> | undefined;

  constructor() {
    part('#clear').addEventListener('click', () => void attempt(() => this.#clear()));
    part('#all-tenants').addEventListener('change', () => this.choose(this.#tenant));
    this.#showReturn();
  }

  /** Shows only this tenant's arrivals, unless all are selected. */
  choose(tenant: string): void {
    this.#tenant = tenant;
    const all = partOf(HTMLInputElement, '#all-tenants').checked;
    for (const row of [...this.#webhooks.children, ...this.#chat.children])
      if (row instanceof HTMLElement) row.hidden = !all && row.dataset.name !== tenant;
    this.#count();
  }

  /** Fetches new arrivals; concurrent callers share one request. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { requests } = await call<{ requests: StoredArrival[] }>('GET', `/requests?after=${this.#last}`);
    for (const arrival of requests) {
      this.#last = Math.max(this.#last, arrival.id);
      const rows = arrival.path.startsWith('/chat/') ? this.#chat : this.#webhooks;
      rows.prepend(rowOf(arrival));
    }
    if (requests.length > 0) this.choose(this.#tenant);
  }

  async #clear(): Promise<void> {
    await call('DELETE', '/requests');
    for (const rows of [this.#webhooks, this.#chat]) rows.replaceChildren();
    this.#count();
  }

  #count(): void {
    for (const section of this.#sections)
      showRows(section, section.querySelector('.rows > :not([hidden])') !== null);
    const shown = this.#webhooks.querySelectorAll(':scope > :not([hidden])').length;
    part('#arrived').textContent = shown === 0 ? '' : String(shown);
  }

  /** Shows the outcome of a checkout whose callback URL is this page. */
  #showReturn(): void {
    const query = new URLSearchParams(location.search);
    const status = query.get('status');
    if (status === null) return;
    const rows = [...query].map(([name, value]) => `${name}: ${value}`).join('\n');
    part('#returned').append(
      element('strong', {}, `A checkout came back: ${status}`),
      element('pre', {}, rows),
    );
    part('#returned').hidden = false;
  }
}

function rowOf(arrival: StoredArrival): HTMLElement {
  const payload = payloadIn(arrival.body);
  const event = [payload.notificationType, payload.subtype].filter(Boolean).join(' / ');
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { class: 'when' }, when(arrival.receivedAt)),
      element(
        'span',
        { class: 'what' },
        element('strong', {}, event || (payload.text ?? 'request')),
        ` ${payload.data?.customer?.email ?? ''} `,
        element('span', { class: 'quiet' }, arrival.path),
      ),
      element('span', {}, payload.attempt === undefined ? '' : `attempt ${payload.attempt}`),
      mark(...verdictOn(arrival)),
      answered(arrival.status),
    ),
  );
  details.addEventListener('toggle', () => details.append(inside(arrival)), { once: true });
  return element(
    'li',
    { 'data-event': payload.notificationType ?? 'chat', 'data-name': arrival.path.split('/')[2] ?? '' },
    details,
  );
}

function inside(arrival: StoredArrival): HTMLElement {
  const headers = Object.entries(arrival.headers).map(([name, value]) => `${name}: ${value}`);
  return element(
    'div',
    { class: 'inside' },
    element(
      'div',
      { class: 'buttons' },
      copyButton('Copy as curl', '', () => curlOf(arrival)),
      copyButton('Copy body', '', () => arrival.body),
      element('button', { onclick: () => attempt(() => sendAgain(arrival)) }, 'Send again'),
    ),
    element(
      'div',
      { class: 'halves' },
      element('pre', { 'aria-label': 'Body' }, formatted(arrival.body)),
      element('pre', { 'aria-label': 'Headers' }, headers.join('\n')),
    ),
  );
}

async function sendAgain({ id }: StoredArrival): Promise<void> {
  const to = partOf(HTMLInputElement, '#own-receiver').value.trim();
  const sent = await call<{ to: string; status: number; error: string | null }>('POST', '/resend', {
    id,
    ...(to !== '' && { to }),
  });
  say(`Sent again to ${sent.to}: ${sent.error ?? `answered ${sent.status}`}`);
}

/** The request as a curl command, without hop-by-hop headers. */
function curlOf({ method, path, headers, body }: StoredArrival): string {
  const own = partOf(HTMLInputElement, '#own-receiver').value.trim();
  const sent = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
  const parts = [
    `curl -X ${method} ${quoted(own || location.origin + path)}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function answered(status: number): HTMLElement {
  if (status === 0) return mark('no answer', 'bad');
  return mark(String(status), status < 300 ? 'good' : 'bad');
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function payloadIn(body: string): Payload {
  try {
    return (JSON.parse(body) ?? {}) as Payload;
  } catch {
    return {};
  }
}
