import type { ConsoleSubscriber, Happening } from '../shapes.ts';
import { attempt, call } from './calls.ts';
import { element, mark, part, showRows, when } from './elements.ts';

/** How a status at the provider is marked, if it says that all is well or not. */
const MARKS: Readonly<Record<string, 'good' | 'bad' | undefined>> = { ACTIVE: 'good', UNPAID: 'bad' };

/** The selected tenant's subscribers; an open one shows its timeline. */
export class Subscribers {
  readonly #section = part('#subscribers');
  readonly #rows = part('#subscribers .rows');
  readonly #open = new Set<string>();
  #tenant = '';
  #shown = '';

  choose(tenant: string): void {
    this.#tenant = tenant;
    this.#open.clear();
    this.#shown = '';
  }

  /** Returns the subscribers. An open one is refreshed too. */
  async refresh(): Promise<readonly ConsoleSubscriber[]> {
    const tenant = this.#tenant;
    const { subscribers } = await call<{ subscribers: ConsoleSubscriber[] }>(
      'GET',
      `/console/subscribers?tenant=${encodeURIComponent(tenant)}`,
    );
    if (tenant !== this.#tenant) return [];
    showRows(this.#section, subscribers.length > 0);
    const shown = JSON.stringify(subscribers);
    if (shown !== this.#shown) this.#replace(subscribers);
    this.#shown = shown;
    await Promise.all([...this.#open].map((id) => this.#fill(id)));
    return subscribers;
  }

  /** Draws the rows anew; the one that has the keyboard's focus keeps it. */
  #replace(subscribers: readonly ConsoleSubscriber[]): void {
    const focused = document.activeElement?.closest('#subscribers .rows > li');
    const id = focused?.querySelector<HTMLElement>('[data-of]')?.dataset.of;
    this.#rows.replaceChildren(...subscribers.map((one) => this.#rowOf(one)));
    if (id === undefined) return;
    this.#rows
      .querySelector<HTMLElement>(`details:has([data-of="${CSS.escape(id)}"]) > summary`)
      ?.focus({ preventScroll: true });
  }

  #rowOf(subscriber: ConsoleSubscriber): HTMLElement {
    const { id, email, plan, status, nextChargeAt, startedAt, references } = subscriber;
    const timeline = element('ol', {
      class: 'timeline',
      'data-of': id,
      'aria-label': `Timeline of ${email}`,
    });
    const details = element(
      'details',
      { open: this.#open.has(id) },
      element(
        'summary',
        {},
        element('span', { class: 'when' }, when(startedAt)),
        element('span', { class: 'what' }, element('strong', {}, email), ` ${plan}`),
        element(
          'span',
          { class: 'quiet' },
          nextChargeAt === null ? '' : `next charge ${when(nextChargeAt).slice(0, 10)}`,
        ),
        mark(status, MARKS[status]),
      ),
      element(
        'div',
        { class: 'inside' },
        element(
          'p',
          { class: 'quiet' },
          nextChargeAt === null
            ? 'No charge is coming.'
            : `Next charge at the provider ${when(nextChargeAt)}; a cancellation reaches it shortly before.`,
        ),
        this.#portalButton(references.at(-1) ?? ''),
        element('p', { class: 'quiet' }, `Provider’s reference ${subscriber.references.join(', then ')}`),
        timeline,
      ),
    );
    details.addEventListener('toggle', () => {
      if (details.open) this.#open.add(id);
      else this.#open.delete(id);
      if (details.open) void attempt(() => this.#fill(id));
    });
    return element('li', {}, details);
  }

  /** Opens the portal as this customer would, in a tab of its own. */
  #portalButton(reference: string): HTMLElement {
    const button = element('button', { type: 'button' }, 'Open the customer portal');
    button.addEventListener('click', () => {
      void attempt(async () => {
        const asked = { tenant: this.#tenant, reference };
        const { url } = await call<{ url: string }>('POST', '/console/portal', asked);
        open(url, '_blank', 'noopener');
      });
    });
    return button;
  }

  async #fill(id: string): Promise<void> {
    const query = `tenant=${encodeURIComponent(this.#tenant)}&subscriber=${encodeURIComponent(id)}`;
    const { timeline } = await call<{ timeline: Happening[] }>('GET', `/console/timeline?${query}`);
    this.#rows.querySelector(`[data-of="${CSS.escape(id)}"]`)?.replaceChildren(...timeline.map(happeningOf));
  }
}

function happeningOf({ at, by, what, detail, good }: Happening): HTMLElement {
  return element(
    'li',
    {},
    element('span', { class: 'quiet' }, `${when(at)} `),
    mark(by, good ? 'plain' : 'bad'),
    ' ',
    element('strong', {}, what),
    ` ${detail}`,
  );
}
