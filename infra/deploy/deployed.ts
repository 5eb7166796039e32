import type { Tools } from './tools.ts';

/** A stack whose creation failed, or was only prepared: nothing of it is deployed, whatever template can be read. */
const NEVER_CREATED = /^(ROLLBACK_(COMPLETE|FAILED)|REVIEW_IN_PROGRESS)/;

/**
 * The text of a stack's deployed template; undefined if there is no such stack, or it was never created. Throws if it
 * cannot be read.
 */
export function deployedTemplate(stack: string, region: string, tools: Tools): string | undefined {
  const asked = (command: string, query: string, output: string) => {
    const { status, stdout, stderr } = tools.read('aws', [
      ...['cloudformation', command, '--stack-name', stack, '--region', region],
      ...['--query', query, '--output', output],
    ]);
    if (status === 0) return stdout;
    if (/does not exist/.test(stderr)) return undefined;
    throw new Error(`what is deployed of ${stack} cannot be read: ${stderr.trim()}`);
  };
  const state = asked('describe-stacks', 'Stacks[0].StackStatus', 'text');
  if (state === undefined || NEVER_CREATED.test(state)) return undefined;
  return asked('get-template', 'TemplateBody', 'json');
}
