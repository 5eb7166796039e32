/** What to do about errors of AWS's clients, by their name, code or message. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^Region is missing$/, 'set AWS_REGION to the region of the stack'],
  [/^(CredentialsProviderError|TokenProviderError)$/, 'sign in to its account as for the AWS CLI'],
  [/^(ExpiredToken(Exception)?|RequestExpired)$/, 'sign in to its account anew'],
  [/^(UnrecognizedClientException|InvalidClientTokenId|InvalidSignatureException)$/, 'check AWS credentials'],
  [/^ResourceNotFoundException$/, "check the stack's outputs, the region and the account"],
  [
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|TimeoutError)$/,
    'check the network and the region',
  ],
];

/** What an operator can do about an AWS error; undefined for any other error, or one that is clear by itself. */
export function adviceOn(error: Error): string | undefined {
  const code = 'code' in error ? String(error.code) : '';
  return ADVICE.find(([of]) => [error.name, code, error.message].some((one) => of.test(one)))?.[1];
}
