import { BACKGROUND, ROUTES } from '../lib/routes.ts';
import { billing } from './billing.ts';
import { bundle } from './bundle.ts';

billing(await bundle([...ROUTES, ...BACKGROUND], 'functions')).synth();
