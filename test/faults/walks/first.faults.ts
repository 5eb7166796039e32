import { it } from 'vitest';
import { expectSoundWalks } from './expect.ts';

it('every random walk leaves every charge invoiced, every change announced once and no paying customer locked out (first half)', () =>
  expectSoundWalks('walks, first half', 1, 1_000));
