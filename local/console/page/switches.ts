import { SWITCH_NAMES, type SwitchName, type SwitchStates } from '../shapes.ts';
import { attempt, call } from './calls.ts';
import { element, part } from './elements.ts';

const WORDS: Readonly<Record<SwitchName, readonly [name: string, what: string]>> = {
  declineNextRenewal: [
    'Decline the next renewal',
    'The next charge that falls due is refused (10051), whatever the card.',
  ],
  receiverFails: [
    'Receiver fails',
    'The webhook address answers 500 until this is off; deliveries are tried again.',
  ],
  providerSilent: [
    'Provider silent',
    'The payment provider sends no notifications; renewals are found by reconciliation.',
  ],
  providerDown: ['Provider down', 'The payment provider answers every call with HTTP 500.'],
};

/** Shows the current state of the tenant's switches. */
export async function showSwitches(tenant: string): Promise<void> {
  const query = `tenant=${encodeURIComponent(tenant)}`;
  draw(tenant, await call<SwitchStates>('GET', `/console/switches?${query}`));
}

/** A switch on the page. It is updated in place: replacing it would swallow a click. */
interface Row {
  readonly button: HTMLButtonElement;
  readonly words: HTMLElement;
}

const rows = new Map<SwitchName, Row>();

function rowOf(name: SwitchName): Row {
  const known = rows.get(name);
  if (known) return known;
  const [title] = WORDS[name];
  const row = {
    button: element('button', { role: 'switch', 'aria-label': title }),
    words: element('p', { class: 'quiet' }),
  };
  const about = element('div', {}, element('strong', {}, title), row.words);
  part('#switches .switches').append(element('li', {}, about, row.button));
  rows.set(name, row);
  return row;
}

function draw(tenant: string, states: SwitchStates): void {
  for (const name of SWITCH_NAMES) {
    const { button, words } = rowOf(name);
    const on = states[name];
    button.setAttribute('aria-checked', String(on === true));
    button.disabled = on === null;
    button.textContent = on === true ? 'On' : 'Off';
    button.onclick = () => attempt(async () => draw(tenant, await turn(tenant, name, on !== true)));
    words.textContent = on === null ? 'This tenant has no webhook.' : WORDS[name][1];
  }
}

function turn(tenant: string, name: SwitchName, on: boolean): Promise<SwitchStates> {
  return call<SwitchStates>('POST', '/console/switches', { tenant, name, on });
}
