import { beforeEach, describe, expect, it } from 'vitest';
import { DEFERRED, MINUTE_MS } from '../../../lib/limits.ts';
import { deferNotification, forgetDeferred } from '../../../lib/table/work/deferred-notifications.ts';
import { key } from '../../../lib/table/schema.ts';
import { SweepStage } from './stage.ts';

let stage: SweepStage;
beforeEach(() => {
  stage = new SweepStage();
});

const defer = (answer: 'unknown' | 'silent') => deferNotification(stage.app, 'acme', 'reference', answer);

async function waiting(): Promise<number> {
  return Number((await stage.app.table.get(key.deferredCount('acme'), { consistent: true }))?.waiting);
}

/** A notification given up after a day of definite answers. */
async function givenUp(): Promise<void> {
  await defer('unknown');
  stage.now += DEFERRED.givenUpMs + MINUTE_MS;
  expect(await defer('unknown')).toBe('given up');
}

describe('the count of deferred notifications', () => {
  it('is of those that wait, each once, however often the provider repeats one', async () => {
    for (const answer of ['unknown', 'silent', 'unknown'] as const) await defer(answer);
    expect(await waiting()).toBe(1);
    await forgetDeferred(stage.app, 'acme', 'reference');
    expect(await waiting()).toBe(0);
  });

  it('is never exceeded by one that was given up before', async () => {
    await givenUp();
    await stage.app.table.apply({
      update: key.deferredCount('acme'),
      set: { waiting: DEFERRED.waitingMax },
    });
    expect(await defer('silent')).toBe('too many');
    expect(await stage.dueAt(key.notification('acme', 'reference'))).toBeUndefined();
  });
});
