import { it } from 'vitest';
import { expectSoundWalks } from './expect.ts';

it('every random walk leaves every charge invoiced, every change announced once and no paying customer locked out (second half)', () =>
  expectSoundWalks('walks, second half', 1_001, 1_000));
