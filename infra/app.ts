import { BACKGROUND, ROUTES } from '../lib/routes.ts';
import { billing } from './billing.ts';
import { bundle } from './bundle.ts';

const names = [...ROUTES, ...BACKGROUND].map(({ name }) => name);

billing(await bundle(names, 'functions')).synth();
