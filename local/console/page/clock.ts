import { attempt, call, say } from './calls.ts';
import { element, part, when } from './elements.ts';

/** Provider notifications come 10 to 15 seconds after a charge: a renewal is over a minute later. */
const AFTER_CHARGE_MS = 60_000;
const HOUR_MS = 60 * 60_000;

/** The moved clock and its buttons. `moved` is called when everything due is done. */
export class Clock {
  readonly #moved: () => void;
  readonly #buttons: HTMLButtonElement[];
  readonly #toRenewal: HTMLButtonElement;
  #nextRenewal: number | null = null;
  /** How far the cloud's time is ahead of this machine's, in ms. */
  #ahead = 0;

  constructor(moved: () => void) {
    this.#moved = moved;
    this.#toRenewal = this.#button('To the next renewal', () => ({
      to: new Date((this.#nextRenewal ?? 0) + AFTER_CHARGE_MS).toISOString(),
    }));
    this.#buttons = [
      this.#button('+1 hour', () => ({ advance: 'PT1H' })),
      this.#button('+1 day', () => ({ advance: 'P1D' })),
      this.#button('+1 month', () => ({ advance: 'P1M' })),
      this.#toRenewal,
    ];
    part('#moves').append(...this.#buttons);
    this.#enable(true);
    setInterval(() => this.#show(), 1_000);
  }

  async refresh(): Promise<void> {
    const { now } = await call<{ now: string }>('GET', '/console/clock');
    this.#ahead = Date.parse(now) - Date.now();
    this.#show();
  }

  /** Reads when the provider charges a customer of this tenant next. */
  async renewalOf(tenant: string): Promise<void> {
    const query = `tenant=${encodeURIComponent(tenant)}`;
    const { at } = await call<{ at: number | null }>('GET', `/console/renewal?${query}`);
    this.#nextRenewal = at;
    this.#toRenewal.title = this.#nextRenewal === null ? 'There is none' : when(this.#nextRenewal);
    this.#enable(!this.#buttons.some((button) => button.dataset.moving !== undefined));
  }

  #button(label: string, move: () => object): HTMLButtonElement {
    const button: HTMLButtonElement = element('button', { onclick: () => this.#move(button, move()) }, label);
    return button;
  }

  async #move(button: HTMLButtonElement, body: object): Promise<void> {
    button.dataset.moving = '';
    const hadFocus = document.activeElement === button;
    this.#enable(false);
    say('Moving the clock and working off what falls due …');
    await attempt(async () => {
      await call('POST', '/console/clock', body);
      await this.refresh();
      say('');
    });
    delete button.dataset.moving;
    this.#enable(true);
    // A disabled button loses the focus; whoever has gone elsewhere meanwhile stays there.
    if (hadFocus && document.activeElement === document.body) button.focus();
    this.#moved();
  }

  #enable(free: boolean): void {
    for (const button of this.#buttons)
      button.disabled = !free || (button === this.#toRenewal && this.#nextRenewal === null);
  }

  #show(): void {
    part('#now').textContent = `${when(Date.now() + this.#ahead)} UTC`;
    const allHours = Math.round(this.#ahead / HOUR_MS);
    const [days, hours] = [Math.floor(allHours / 24), allHours % 24];
    part('#ahead').textContent = this.#ahead < 60_000 ? '' : `${days} d ${hours} h ahead`;
  }
}
