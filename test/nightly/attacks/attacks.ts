import type { Attack } from './attack.ts';
import { BY_DUE_THINGS } from './by-due-things.ts';
import { BY_OTHERS } from './by-others.ts';
import { BY_REQUESTS } from './by-requests.ts';

/** What all others are to be held against. */
export const CALM: Attack = {
  name: 'nobody attacks',
  modest: 0,
  full: 0,
  prepare: () => Promise.resolve({ strike: () => Promise.resolve() }),
};

/** All attacks, by where they begin. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  'requests in numbers': BY_REQUESTS,
  'due things in numbers': BY_DUE_THINGS,
  'providers and receivers that fail': BY_OTHERS,
};
