import type { DemoTenant } from '../demo-tenant.ts';
import type { SwitchName, SwitchStates } from './shapes.ts';
import type { ConsoleSources } from './sources.ts';

/** Practically unlimited. */
const ALWAYS = 1_000_000;

interface PayBehaviour {
  readonly declineNext: number;
  readonly dropNotifications: boolean;
  readonly failNext: number;
}

/** The state of a tenant's switches. Without a webhook its receiver cannot fail: null. */
export async function readSwitches(
  { urls, behaviours, call }: ConsoleSources,
  tenant: DemoTenant,
): Promise<SwitchStates> {
  const { merchantId } = tenant.pay;
  const pay = await call<PayBehaviour>('GET', `${urls.pay}/sandbox/behaviour?merchantId=${merchantId}`);
  const path = hookPathOf(tenant);
  return {
    declineNextRenewal: pay.declineNext > 0,
    receiverFails: path === null ? null : behaviours.all.some((one) => one.path === path),
    providerSilent: pay.dropNotifications,
    providerDown: pay.failNext > 0,
  };
}

/** Turns a switch on or off: the provider's for the tenant's merchant only, the receiver's for its own path. */
export async function setSwitch(
  { urls, behaviours, call }: ConsoleSources,
  tenant: DemoTenant,
  name: SwitchName,
  on: boolean,
): Promise<void> {
  const { merchantId } = tenant.pay;
  const provider = (setting: object) =>
    call('POST', `${urls.pay}/sandbox/behaviour`, { merchantId, ...setting });
  switch (name) {
    case 'declineNextRenewal':
      return void (await provider({ declineNext: on ? 1 : 0 }));
    case 'providerSilent':
      return void (await provider({ dropNotifications: on }));
    case 'providerDown':
      return void (await provider({ failNext: on ? ALWAYS : 0 }));
    case 'receiverFails': {
      const path = hookPathOf(tenant);
      if (path === null) return;
      if (on) behaviours.set({ path, status: 500 });
      else behaviours.clear(path);
    }
  }
}

function hookPathOf({ webhookUrl }: DemoTenant): string | null {
  return webhookUrl === null ? null : new URL(webhookUrl).pathname;
}
