import type { ConsoleEvent, ConsoleEventDetails } from '../shapes.ts';
import { attempt, call } from './calls.ts';
import { element, mark, part, showRows, when } from './elements.ts';

/** How a state is marked, if it says that all is well or not. */
const MARKS: Readonly<Record<string, 'good' | 'bad' | undefined>> = { DELIVERED: 'good', EXHAUSTED: 'bad' };

/** The selected tenant's events, whoever receives them, newest first; an open one shows its attempts. */
export class Events {
  readonly #section = part('#events');
  readonly #rows = part('#events .rows');
  readonly #open = new Set<string>();
  #tenant = '';
  #shown = '';

  choose(tenant: string): void {
    this.#tenant = tenant;
    this.#open.clear();
    this.#shown = '';
  }

  /** Reads them anew while they are in sight. */
  async refresh(): Promise<void> {
    const tenant = this.#tenant;
    if (this.#section.hidden) return;
    const query = `tenant=${encodeURIComponent(tenant)}`;
    const { events } = await call<{ events: ConsoleEvent[] }>('GET', `/console/events?${query}`);
    if (tenant !== this.#tenant) return;
    showRows(this.#section, events.length > 0);
    const shown = JSON.stringify(events);
    if (shown !== this.#shown) this.#replace(events);
    this.#shown = shown;
  }

  /** Draws the rows anew; the one that has the keyboard's focus keeps it. */
  #replace(events: readonly ConsoleEvent[]): void {
    const id = document.activeElement?.closest<HTMLElement>('#events .rows > li')?.dataset.of;
    this.#rows.replaceChildren(...events.map((event) => this.#rowOf(event)));
    if (id !== undefined)
      this.#rows
        .querySelector<HTMLElement>(`[data-of="${CSS.escape(id)}"] summary`)
        ?.focus({ preventScroll: true });
  }

  #rowOf({
    eventId,
    notificationType,
    subtype,
    state,
    attempts,
    createdAt,
    subscriber,
  }: ConsoleEvent): HTMLElement {
    const inside = element('div', { class: 'inside' });
    const details = element(
      'details',
      { open: this.#open.has(eventId) },
      element(
        'summary',
        {},
        element('span', { class: 'when' }, when(createdAt)),
        element(
          'span',
          { class: 'what' },
          element('strong', {}, [notificationType, subtype].filter(Boolean).join(' / ')),
          ' ',
          element('span', { class: 'quiet' }, subscriber.svcId),
        ),
        element('span', {}, attempts === 1 ? '1 attempt' : `${attempts} attempts`),
        mark(state, MARKS[state]),
      ),
      inside,
    );
    details.addEventListener('toggle', () => {
      if (details.open) this.#open.add(eventId);
      else this.#open.delete(eventId);
      if (details.open) void attempt(() => this.#fill(eventId, inside));
    });
    return element('li', { 'data-event': notificationType, 'data-of': eventId }, details);
  }

  async #fill(eventId: string, inside: HTMLElement): Promise<void> {
    const query = `tenant=${encodeURIComponent(this.#tenant)}&event=${encodeURIComponent(eventId)}`;
    const { payload, deliveries } = await call<ConsoleEventDetails>('GET', `/console/event?${query}`);
    const attempts = deliveries.map(({ attempt: nth, at, httpStatus, error, tookMs }) =>
      element(
        'li',
        {},
        element('span', { class: 'quiet' }, `${when(at)} `),
        `attempt ${nth}: `,
        mark(error ?? `answered ${httpStatus ?? 'nothing'}`, error === null ? 'good' : 'bad'),
        ` after ${tookMs} ms`,
      ),
    );
    const body = payload === null ? 'Not sent yet.' : JSON.stringify(payload, null, 2);
    inside.replaceChildren(
      element('ol', { class: 'timeline', 'aria-label': `Attempts of ${eventId}` }, ...attempts),
      element('pre', { 'aria-label': 'Payload', tabindex: '0' }, body),
    );
  }
}
