import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, nextOrder, subscribe } from '../../support/world/shop.ts';
import { late, runRaces } from './report.ts';
import { hintsOf, settledMember } from './settled-member.ts';
import { named, type IdentifierSide } from './stage.ts';

const SEED = 6;

const by = fc.constantFrom<IdentifierSide>('pay', 'svc');

test('a cancellation concurrent with a renewal ends the period that was paid for, and nothing else', async () => {
  const outcomes = await runRaces({
    name: 'cancel × renewal',
    seed: SEED,
    conditions: fc.record({
      by,
      msBefore: fc.nat(30),
      cancel: late,
      notification: late,
      reconciliation: late,
    }),
    play: async (stage, race, conditions) => {
      const { world, shop } = stage;
      const { member, renewsAt } = await settledMember(stage);
      await world.clock.advanceTo(renewsAt - conditions.msBefore);
      const cancel = stage.asks('subscribers/cancel', named(conditions.by, member));
      const [end] = await race.run([
        { name: `cancel by ${conditions.by}`, after: conditions.cancel, run: cancel },
        ...hintsOf(stage, member, conditions),
      ]);
      const answer =
        end!.status === 409 ? await shop.call('subscribers/cancel', named(conditions.by, member)) : end!;
      expect(answer).toMatchObject({ status: 200, body: { data: { cancelAtPeriodEnd: true } } });
      await stage.goOn(33 * DAY);
      const renewed = stage.eventNames().some((name) => name.startsWith('DID_RENEW'));
      const outcome = `by ${conditions.by} ${renewed ? 'after' : 'before'} the renewal`;
      return { left: { purchases: 1, ownEnd: conditions.by === 'svc' }, outcome };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual([
    'by pay after the renewal',
    'by pay before the renewal',
    'by svc after the renewal',
    'by svc before the renewal',
  ]);
});

test('a cancellation is either undone or carried out at the provider', async () => {
  const outcomes = await runRaces({
    name: 'undo × sweep',
    seed: SEED,
    conditions: fc.record({
      cancelBy: by,
      undoBy: by,
      msBefore: fc.nat(12),
      undo: late,
      sweep: late,
      reconciliation: late,
    }),
    play: async (stage, race, conditions) => {
      const { world, shop } = stage;
      const member = await subscribe(world, shop);
      const closes = (await nextOrder(world, member.reference)).startPeriod - DAY;
      await shop.call('subscribers/cancel', named(conditions.cancelBy, member));
      await stage.goOn(3 * MINUTE);
      await world.clock.advanceTo(closes - conditions.msBefore);
      const undo = stage.asks('subscribers/undo-cancel', named(conditions.undoBy, member));
      const [end] = await race.run([
        { name: `undo by ${conditions.undoBy}`, after: conditions.undo, run: undo },
        { name: 'sweep', after: conditions.sweep, run: stage.sweeps() },
        ...hintsOf(stage, member, { reconciliation: conditions.reconciliation }),
      ]);
      const again = end!.body.error === 'concurrent_change';
      const answer = again
        ? await shop.call('subscribers/undo-cancel', named(conditions.undoBy, member))
        : end!;
      const undone = answer.status === 200;
      if (!undone) expect(answer.body.error).toBe('undo_window_closed');
      await stage.goOn(27 * HOUR);
      const [there] = await stage.provided();
      const sent = !undone && conditions.cancelBy === 'pay';
      if (there!.subscriptionStatus !== (sent ? 'CANCELED' : 'ACTIVE'))
        throw new Error(`${undone ? 'undone' : 'not undone'}, but ${there!.subscriptionStatus} there`);
      const outcome = `${conditions.cancelBy} ${undone ? 'undone' : 'too late'}`;
      return { left: { purchases: 1, ownEnd: conditions.cancelBy === 'svc' }, outcome };
    },
  });
  expect(Object.keys(outcomes).sort()).toEqual(['pay too late', 'pay undone', 'svc too late', 'svc undone']);
});
