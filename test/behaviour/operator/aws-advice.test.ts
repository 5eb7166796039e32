import { describe, expect, it } from 'vitest';
import { adviceOn } from '../../../cli/aws-advice.ts';

const named = (name: string) => Object.assign(new Error('what AWS says'), { name });
const coded = (code: string) => Object.assign(new Error(`getaddrinfo ${code} dynamodb`), { code });

describe('errors of AWS’s clients', () => {
  it.each([
    [new Error('Region is missing'), 'set AWS_REGION to the region of the stack'],
    [named('CredentialsProviderError'), 'sign in to its account as for the AWS CLI'],
    [named('ExpiredTokenException'), 'sign in to its account anew'],
    [named('UnrecognizedClientException'), 'check AWS credentials'],
    [named('ResourceNotFoundException'), "check the stack's outputs, the region and the account"],
    [coded('ENOTFOUND'), 'check the network and the region'],
  ])('get advice: %s', (error, advice) => {
    expect(adviceOn(error)).toBe(advice);
  });

  it('are distinguished from other errors, which get no advice', () => {
    expect(adviceOn(named('AccessDeniedException'))).toBeUndefined();
    expect(adviceOn(new Error('there is no tenant ENOTFOUND'))).toBeUndefined();
  });
});
