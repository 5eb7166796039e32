import { describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../lib/runtime/environment.ts';
import { ROWS, lambdaOf } from './roles.ts';
import { LOCAL_STAGE } from '../../infra/stages.ts';
import { synthesised } from './synthesised.ts';
import { template } from './stack-assemblies.ts';

const LOCAL = { builtinCloudFormationValidation: false, context: { local: 'true' } };

describe('stacks for one machine', () => {
  const local = synthesised(LOCAL_STAGE, LOCAL).template;
  const plain = synthesised(LOCAL_STAGE);

  it('are the only ones with an allow-list of loopback addresses', () => {
    expect(JSON.stringify(template).toLowerCase()).not.toContain('loopback');
    expect(Object.keys(template.Parameters)).toEqual(['BootstrapVersion']);
  });

  it('pass the list, empty by default, to every function', () => {
    expect(local.Parameters.LoopbackAllowed).toEqual({ Type: 'String', Default: '' });
    for (const { name } of ROWS)
      expect(lambdaOf(local, name).variables[ENVIRONMENT.loopbackAllowed], name).toEqual({
        Ref: 'LoopbackAllowed',
      });
  });

  it('are otherwise identical to the deployed stacks', () => {
    const stripped = JSON.stringify(local, (key, value: unknown) =>
      [ENVIRONMENT.loopbackAllowed, 'LoopbackAllowed'].includes(key) ? undefined : value,
    );
    const versions = (text: string) => text.replaceAll(/(CurrentVersion\w{8})[0-9a-f]{32}/g, '$1');
    expect(versions(stripped)).toBe(versions(plain.text));
  });
});
