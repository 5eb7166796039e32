import { describe, expect, it } from 'vitest';
import { payClientFor } from '../../../lib/pay/client.ts';
import { payHealth } from '../../../lib/pay/health.ts';
import type { App } from '../../../lib/runtime/app.ts';
import type { Pay, PayAnswer, PayFailure } from '../../../lib/pay/pay.ts';
import { isRateLimited } from '../../../lib/table/work/limited-turns.ts';
import { removePayMark } from '../../../lib/table/work/pay-health.ts';
import { openOperator } from './operator.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { paying } from '../../support/world/paying.ts';

const READS = [
  ...(['readForm', 'readSubscription', 'readCustomer', 'search', 'listSubscriptions'] as const),
  'listProducts',
] as const satisfies readonly (keyof Pay)[];
const CHANGES = [
  ...(['openForm', 'startDirect', 'activate', 'upgrade', 'cancel', 'retryOrder', 'openCardForm'] as const),
] as const satisfies readonly (keyof Pay)[];

const WHY = { providerCode: '1001', message: 'no' };
const SILENT = { is: 'timeout' } as const;
const LIMITED = { is: 'rateLimited', ...WHY } as const;

/** A payment account of which one instance asks, and how it is afterwards. Answers come one after the other; null is a good one. */
async function openAccounts() {
  const operator = await openOperator();
  let tenants = 0;
  const open = async () => {
    const { tenant } = await operator.shop(`shop ${++tenants}`);
    const stateAfter = async (method: keyof Pay, ...answers: readonly (PayFailure | null)[]) => {
      for (const failure of answers) {
        const answer = async () => (failure ? { ok: false, ...failure } : { ok: true, value: [] });
        const pay: App['pay'] = (...asked) =>
          new Proxy<Pay>(operator.app.pay(...asked), { get: () => answer });
        const client = await payClientFor(forTenant({ ...operator.app, pay }, tenant));
        const call: unknown = Reflect.get(client, method);
        if (typeof call === 'function') await Reflect.apply(call, client, [{}]);
      }
      return (await payHealth(forTenant(operator.app, tenant.id))).state;
    };
    return { tenant, stateAfter };
  };
  return { app: operator.app, open };
}

describe('a payment account', () => {
  it('whose credentials are refused waits for a person, whichever call was refused', async () => {
    const { open } = await openAccounts();
    for (const method of [...READS, ...CHANGES])
      expect(await (await open()).stateAfter(method, { is: 'credentials', ...WHY }), method).toBe('refused');
  });

  it('that is switched off waits for a person where it was only read, and otherwise one feature may be', async () => {
    const { open } = await openAccounts();
    const switchedOff = { is: 'switchedOff', ...WHY } as const;
    for (const method of READS)
      expect(await (await open()).stateAfter(method, switchedOff), method).toBe('refused');
    for (const method of CHANGES)
      expect(await (await open()).stateAfter(method, switchedOff), method).toBe('healthy');
  });

  it('is not switched off where the list of products is answered: the code for that stands for other trouble, too', async () => {
    const operator = await openOperator();
    const { tenant } = await operator.shop('a shop');
    const refusal = { ok: false, is: 'switchedOff', ...WHY } as const;
    const asked = async (products: PayAnswer<never[]>) => {
      const doubles = { readForm: async () => refusal, listProducts: async () => products };
      const app = forTenant(
        paying(operator.app, () => doubles),
        tenant,
      );
      const answer = await (await payClientFor(app)).readForm('t');
      return [answer, (await payHealth(forTenant(operator.app, tenant.id))).state];
    };
    expect(await asked({ ok: true, value: [] })).toEqual([{ ...refusal, is: 'unclear' }, 'healthy']);
    expect(await asked({ ok: false, is: 'timeout' })).toEqual([{ ...refusal, is: 'unclear' }, 'healthy']);
    expect(await asked(refusal)).toEqual([refusal, 'refused']);
  });

  it('waits after three calls in a row without an answer', async () => {
    const { open } = await openAccounts();
    const silences: PayFailure[] = [
      SILENT,
      { is: 'unreachable' },
      { is: 'connectionLost' },
      { is: 'invalidResponse', httpStatus: 500 },
    ];
    for (const silence of silences) {
      const { stateAfter } = await open();
      expect(await stateAfter('search', silence, silence), silence.is).toBe('healthy');
      expect(await stateAfter('activate', silence), silence.is).toBe('silent');
    }
  });

  it('stays healthy if there was any answer in between', async () => {
    const { open } = await openAccounts();
    for (const answer of [null, { is: 'declined', ...WHY } as const, LIMITED])
      expect(await (await open()).stateAfter('search', SILENT, SILENT, answer, SILENT, SILENT)).toBe(
        'healthy',
      );
  });

  it('waits again only after three more, once it has worked again', async () => {
    const { app, open } = await openAccounts();
    const { tenant, stateAfter } = await open();
    expect(await stateAfter('search', SILENT, SILENT, SILENT)).toBe('silent');
    await removePayMark(forTenant(app, tenant.id));
    expect(await stateAfter('search', SILENT, SILENT)).toBe('healthy');
    expect(await stateAfter('search', SILENT)).toBe('silent');
  });

  it('is rate-limited, and not silent, if the provider asks for fewer requests', async () => {
    const { app, open } = await openAccounts();
    const { tenant, stateAfter } = await open();
    await stateAfter('search', SILENT, null);
    expect(isRateLimited(forTenant(app, tenant.id))).toBe(false);
    expect(await stateAfter('search', LIMITED, LIMITED, LIMITED)).toBe('healthy');
    expect(isRateLimited(forTenant(app, tenant.id))).toBe(true);
  });
});
