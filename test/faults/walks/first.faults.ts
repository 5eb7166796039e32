import { it } from 'vitest';
import { expectSoundWalks } from './expect.ts';

it('leaves every charge invoiced, every change announced once and nobody who paid locked out, wherever a walk leads (first half)', () =>
  expectSoundWalks('walks, first half', 1, 1_000));
