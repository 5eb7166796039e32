import { RIGHTS } from '../../../lib/billing/rights.ts';
import { jsonLog } from '../../../lib/runtime/log.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { apiKeyItem, secretHashOf } from '../../../lib/table/tenants/keys.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { eventFor, startWorld, type Ask } from '../../support/world/world.ts';
import { canaries, SECRETS } from './canaries-detector.ts';
import { failing, failingSecrets, startParrot, type TableFault } from './canaries-faults.ts';
import { handlersOf } from './handlers.ts';
import { MADE_BY_OPERATOR } from '../../support/world/key.ts';

export const NO_FAULT = -1;

export type Stage = Awaited<ReturnType<typeof setStage>>;

/** A world whose handlers fail on demand, with a tenant whose secrets are canaries, and all that comes out of it. */
export async function setStage() {
  const fault: TableFault = { at: NO_FAULT, when: 'before', strikes: 0 };
  const keyService = { isFailing: false };
  const [log, answers]: [string[], string[]] = [[], []];
  const statuses = new Map<number, number>();
  const world = await startWorld();
  const parrot = await startParrot();
  const shop = await makeTenant(world, { chatUrl: `${world.receiver.url}/chat` });
  const { id } = shop.tenant;
  const apiKey = `svck_test_${id}_kanarya0`;
  const headers = { 'x-api-key': apiKey, 'x-api-secret': SECRETS.apiSecret };
  const key = { apiKey, tenant: id, secretHash: secretHashOf(SECRETS.apiSecret), createdAt: 0 };
  const secret = await world.app.secrets.encrypt(id, 'webhook', SECRETS.webhook);
  await world.table.write([
    { put: apiKeyItem({ ...MADE_BY_OPERATOR, ...key, rights: RIGHTS, status: 'ACTIVE', expiresAt: null }) },
    { put: tenantItem({ ...shop.tenant, webhook: { ...shop.tenant.webhook!, secret } }) },
  ]);
  const handlers = await handlersOf({
    ...world.app,
    memory: {},
    timeLeft: () => Infinity,
    table: failing(world.table, fault),
    secrets: failingSecrets(world.app.secrets, keyService),
    log: jsonLog((line) => log.push(line), { now: () => 0 }),
  });

  async function ask(name: RouteName, asked: Ask): Promise<{ status: number; token: string }> {
    await world.clock.advanceTo(world.clock.now() + 2_000);
    const sent = { 'content-type': 'application/json', ...headers, ...asked.headers };
    const {
      status,
      text,
      headers: given,
      body,
    } = await handlers[name](eventFor(name, { ...asked, headers: sent }));
    answers.push(`${text} ${JSON.stringify(given)}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return { status, token: typeof body.token === 'string' ? body.token : '' };
  }

  const find = canaries({ providerSecret: shop.credentials.secretKey });
  const stop = () => Promise.all([world.stop(), parrot.stop()]);
  return { world, parrot, shop, ask, find, fault, keyService, log, answers, statuses, stop };
}
