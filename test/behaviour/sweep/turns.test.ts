import { expect, it } from 'vitest';
import { SWEEP } from '../../../lib/limits.ts';
import { Turns } from '../../../lib/sweep/turns.ts';

const NOW = 1_000_000;

it('A tenant’s turns follow one another, each for its share, and delay no other tenant', () => {
  const turns = new Turns(NOW);
  const asked = Array.from({ length: 2 * SWEEP.itemsPerTenant + 1 }, () => turns.next('busy'));
  const share = <T>(turn: T) => Array.from({ length: SWEEP.itemsPerTenant }, () => turn);
  expect(asked).toEqual([...share('now'), ...share(NOW + SWEEP.turnMs), NOW + 2 * SWEEP.turnMs]);
  expect(turns.next('other')).toBe('now');
  expect(turns.waiting).toEqual({ overShare: SWEEP.itemsPerTenant + 1, heldBack: 0 });
});

it('A tenant whose account is refused gets no turn, and is looked up once', () => {
  const turns = new Turns(NOW);
  expect(turns.unknown(['held', undefined, 'free', 'held'])).toEqual(['held', 'free']);
  turns.hold(['held', 'free'], new Set(['held']));
  expect(turns.unknown(['held', 'free', 'new'])).toEqual(['new']);
  expect([turns.next('held'), turns.next('free')]).toEqual(['held', 'now']);
  expect(turns.waiting).toEqual({ overShare: 0, heldBack: 1 });
});

it('Of a tenant whose account is refused, a share of the due items is read in a run, and none of other tenants’', () => {
  const turns = new Turns(NOW);
  turns.hold(['held', 'free'], new Set(['held']));
  const asked = Array.from({ length: 3 * SWEEP.itemsPerTenant }, () => turns.mayRead('held'));
  expect(asked.filter(Boolean)).toHaveLength(SWEEP.itemsPerTenant);
  expect([turns.mayRead('free'), turns.mayRead('new'), turns.mayRead(undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});
