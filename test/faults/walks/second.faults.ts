import { it } from 'vitest';
import { expectSoundWalks } from './expect.ts';

it('leaves every charge invoiced, every change announced once and nobody who paid locked out, wherever a walk leads (second half)', () =>
  expectSoundWalks('walks, second half', 1_001, 1_000));
