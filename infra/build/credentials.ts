/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle: Lambda always puts credentials into the environment, so
 * the SSO, INI, process and instance-metadata chains need not be shipped.
 */
export function defaultProvider() {
  return async () => {
    const {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    } = process.env;
    if (!accessKeyId || !secretAccessKey) throw new Error('no AWS credentials in the environment');
    return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
  };
}
