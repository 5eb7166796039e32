import type { Tools } from './tools.ts';

/** The text of a stack's deployed template; undefined if there is no such stack. Throws if it cannot be read. */
export function deployedTemplate(stack: string, region: string, tools: Tools): string | undefined {
  const { status, stdout, stderr } = tools.read('aws', [
    ...['cloudformation', 'get-template', '--stack-name', stack, '--region', region],
    ...['--query', 'TemplateBody', '--output', 'json'],
  ]);
  if (status === 0) return stdout;
  if (/does not exist/.test(stderr)) return undefined;
  throw new Error(`what is deployed of ${stack} cannot be read: ${stderr.trim()}`);
}
