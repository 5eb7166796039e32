import { beforeEach, describe, expect, it } from 'vitest';
import { onceAdmitted } from '../../lib/http/limits.ts';
import { Refusal } from '../../lib/refusal.ts';
import { key } from '../../lib/table/schema.ts';
import { addShop, stage, type Stage } from './stage.ts';

let on: Stage;
let admit: (refusal?: Refusal) => void;
let admission: Promise<void>;
beforeEach(async () => {
  on = stage();
  await addShop(on);
  admission = new Promise((resolve, reject) => {
    admit = (refusal) => (refusal ? reject(refusal) : resolve());
  });
  admission.catch(() => undefined);
});

const soon = () => new Promise((resolve) => setTimeout(() => resolve('still waits'), 5));
const at = key.tenant('somebody');

/** An App whose every part outside notes that it was called. */
function app() {
  const called: string[] = [];
  const note = (name: string) => async () => void called.push(name);
  const parts = {
    ...on.app,
    pay: () => ({ readForm: note('pay') }),
    acct: () => ({ findInvoice: note('acct') }),
    post: note('post'),
    queues: { deliveries: { send: note('queue') } },
    documents: { put: note('put'), link: note('link') },
    secrets: { encrypt: note('encrypt'), decrypt: note('decrypt') },
    bulletins: { of: note('bulletin'), newest: note('newest bulletin') },
  };
  return { made: onceAdmitted(parts, () => admission), called };
}

describe('Before a request is admitted', () => {
  it('a read-only request does not wait', async () => {
    const { made, called } = app();
    await made.table.get(at, { consistent: true });
    await made.table.getMany([at], { consistent: true });
    await made.table.query({ pk: at.pk, consistent: true });
    await made.documents.link();
    await made.secrets.decrypt();
    expect(called).toEqual(['link', 'decrypt']);
    expect(made.clock()).toBe(on.clock.now);
    expect(made.memory).toBe(on.app.memory);
  });

  it('any other request waits, and continues once it is admitted', async () => {
    const { made, called } = app();
    const all = Promise.all([
      made.table.apply({ put: { ...at } }),
      made.table.write([{ put: { ...at, sk: 'OTHER' } }]),
      made.queues.deliveries.send(),
      made.pay().readForm(),
      made.acct().findInvoice(),
      made.post(),
      made.documents.put(),
      made.secrets.encrypt(),
      made.bulletins.of(),
    ]);
    expect(await Promise.race([all, soon()])).toBe('still waits');
    expect(called).toEqual([]);
    expect(await on.table.get(at, { consistent: true })).toBeUndefined();
    admit();
    await all;
    expect(called.toSorted()).toEqual(['acct', 'bulletin', 'encrypt', 'pay', 'post', 'put', 'queue']);
    expect(await on.table.get(at, { consistent: true })).toBeDefined();
  });

  it('a refused request has no effect', async () => {
    const { made, called } = app();
    admit(new Refusal('rate_limited'));
    await expect(made.table.apply({ put: { ...at } })).rejects.toThrow('Too many requests');
    await expect(made.pay().readForm()).rejects.toThrow('Too many requests');
    expect([called, await on.table.get(at, { consistent: true })]).toEqual([[], undefined]);
  });
});
