import type { ConsoleState } from '../shapes.ts';
import { Arrivals } from './arrivals.ts';
import { attempt, call, say, takeBack, wordsOf } from './calls.ts';
import { Clock } from './clock.ts';
import { element, part, partOf } from './elements.ts';
import { showLedger } from './ledger.ts';
import { showSwitches } from './switches.ts';
import { showSurroundings, showTenant } from './tenants.ts';

const SECTIONS = ['arrivals', 'chat', 'ledger', 'switches', 'tenants'];
/** The tenant that was chosen in this tab, by name. */
const TENANT = 'tenant';
const ARRIVALS_EVERY_MS = 700;
const REST_EVERY_MS = 3_000;

const arrivals = new Arrivals();
const clock = new Clock(() => void attempt(refreshAll));
const chosen = partOf(HTMLSelectElement, '#tenant');
let state: ConsoleState | undefined;

/** Shows the section in the address, or the first one. */
function showSection(): void {
  const named = location.hash.slice(1);
  const current = SECTIONS.includes(named) ? named : 'arrivals';
  for (const section of SECTIONS) {
    part(`#${section}`).hidden = section !== current;
    const link = part(`nav a[href="#${section}"]`);
    if (section === current) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  scrollTo({ top: 0 });
}

function chooseTenant(): void {
  arrivals.choose(chosen.value);
  const tenant = state?.tenants.find(({ name }) => name === chosen.value);
  if (tenant) showTenant(tenant);
  void attempt(refreshAll);
}

/** Refreshes everything that is visible. */
async function refreshAll(): Promise<void> {
  await Promise.all([clock.refresh(), arrivals.refresh()]);
  if (chosen.value === '') return;
  const tenant = chosen.value;
  await Promise.all([clock.renewalOf(tenant), showLedger(tenant), showSwitches(tenant)]);
}

/** Begins anew with a cloud that was started again: it has other keys, and counts its arrivals from one. */
async function reloadIfAnother(): Promise<void> {
  const now = await call<ConsoleState>('GET', '/console/state');
  if (JSON.stringify(now) !== JSON.stringify(state)) location.reload();
}

/** Repeats an action, never concurrently, and not while the page is hidden. Says that it fails until it no longer does. */
function repeat(work: () => Promise<unknown>, everyMs: number): void {
  let failure = '';
  const again = async () => {
    try {
      if (!document.hidden) await work();
      takeBack(failure);
      failure = '';
    } catch (error) {
      failure = wordsOf(error);
      say(failure);
    }
    setTimeout(() => void again(), everyMs);
  };
  void again();
}

async function start(): Promise<void> {
  state = await call<ConsoleState>('GET', '/console/state');
  chosen.append(...state.tenants.map(({ name }) => element('option', { value: name }, name)));
  const before = state.tenants.find(({ name }) => name === sessionStorage.getItem(TENANT));
  if (before) chosen.value = before.name;
  if (state.tenants.length === 0) {
    chosen.disabled = true;
    part('#keys').replaceChildren(element('p', {}, 'No tenants yet: npx billing tenants create --help'));
  }
  showSurroundings(state);
  chosen.addEventListener('change', () => {
    sessionStorage.setItem(TENANT, chosen.value);
    chooseTenant();
  });
  chooseTenant();
  repeat(() => arrivals.refresh(), ARRIVALS_EVERY_MS);
  repeat(async () => {
    await reloadIfAnother();
    await refreshAll();
  }, REST_EVERY_MS);
}

addEventListener('hashchange', showSection);
showSection();
await attempt(start);
