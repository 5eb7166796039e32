import * as z from 'zod';
import { component, success } from './shared.ts';

export const healthAnswer = component(
  'HealthAnswer',
  z.strictObject({ status: success, version: z.string() }),
);

export const descriptionAnswer = z.looseObject({ openapi: z.literal('3.1.0') });
