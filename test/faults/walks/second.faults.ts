import { it } from 'vitest';
import { casesOf } from '../cases.ts';
import { expectSoundWalks } from './expect.ts';

it('every random walk leaves every charge invoiced, every change announced once and no paying customer locked out (second half)', () =>
  expectSoundWalks('walks, second half', 2_501, casesOf(150, 2_500)));
