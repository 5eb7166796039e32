import { FULL_STAGE, synthesised } from './synthesised.ts';

export const { stacks, template, reports } = synthesised(FULL_STAGE, {});
