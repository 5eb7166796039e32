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

/** Shows the tenant's switches as they stand. */
export async function showSwitches(tenant: string): Promise<void> {
  const query = `tenant=${encodeURIComponent(tenant)}`;
  draw(tenant, await call<SwitchStates>('GET', `/console/switches?${query}`));
}

function draw(tenant: string, states: SwitchStates): void {
  part('#switches .switches').replaceChildren(
    ...SWITCH_NAMES.map((name) => {
      const [title, what] = WORDS[name];
      const on = states[name];
      const button = element(
        'button',
        {
          role: 'switch',
          'aria-checked': String(on === true),
          'aria-label': title,
          disabled: on === null,
          onclick: () => attempt(async () => draw(tenant, await turn(tenant, name, on !== true))),
        },
        on === true ? 'On' : 'Off',
      );
      const words = on === null ? 'This tenant has no webhook.' : what;
      return element(
        'li',
        {},
        element('div', {}, element('strong', {}, title), element('p', { class: 'quiet' }, words)),
        button,
      );
    }),
  );
}

function turn(tenant: string, name: SwitchName, on: boolean): Promise<SwitchStates> {
  return call<SwitchStates>('POST', '/console/switches', { tenant, name, on });
}
