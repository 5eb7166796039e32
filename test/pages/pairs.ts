import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A sentence where it stands, in both languages, as it is written in the source. */
export interface Pair {
  /** The file and the line. */
  readonly at: string;
  readonly english: string;
  readonly turkish: string;
  /** What is put into each of them, such as a date. */
  readonly given: readonly [english: readonly string[], turkish: readonly string[]];
  /** Whether it is written once, as its module is loaded, where nobody has chosen a language. */
  readonly isTooEarly: boolean;
}

/** Text of a page that is in one language alone. */
export interface Unsaid {
  readonly at: string;
  readonly text: string;
}

const ROOT = new URL('../../', import.meta.url);

/** The files that write for people. */
const FILES = ['lib/pages', 'lib/portal', 'lib/console', 'lib/messages', 'functions']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
  .sort();

/** Every pair of `say` in the source, and what pages say without it. */
export function pairsIn(files: readonly string[] = FILES): { pairs: Pair[]; unsaid: Unsaid[] } {
  const pairs: Pair[] = [];
  const unsaid: Unsaid[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(
      file,
      readFileSync(new URL(file, ROOT), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      const at = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (isSay(node)) pairs.push({ at, isTooEarly: !isInFunction(node), ...pairOf(node) });
      unsaid.push(...wordsIn(node).map((text) => ({ at, text })));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { pairs, unsaid };
}

const isSay = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'say';

function pairOf({
  arguments: [english, turkish],
}: ts.CallExpression): Pick<Pair, 'english' | 'turkish' | 'given'> {
  return {
    english: english ? textOf(english) : '',
    turkish: turkish ? textOf(turkish) : '',
    given: isWritten(english) && isWritten(turkish) ? [valuesOf(english), valuesOf(turkish)] : [[], []],
  };
}

/** Whether a side stands here in quotes. */
const isWritten = (node: ts.Expression | undefined): node is ts.Expression =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node));

/** What is written in quotes, without them; any other expression as it stands. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  const isTemplate = ts.isTemplateExpression(template) || ts.isNoSubstitutionTemplateLiteral(template);
  return isTemplate ? template.getText().slice(1, -1) : node.getText();
}

/** The names of what a sentence in quotes is given, once each; none of one that another place has written. */
function valuesOf(node: ts.Expression): string[] {
  const names = new Set<string>();
  const visit = (inside: ts.Node): void => {
    if (ts.isPropertyAccessExpression(inside) || ts.isIdentifier(inside)) names.add(inside.getText());
    else if (ts.isCallExpression(inside)) inside.arguments.forEach(visit);
    else ts.forEachChild(inside, visit);
  };
  const template = ts.isTaggedTemplateExpression(node) ? node.template : node;
  if (ts.isTemplateExpression(template))
    for (const { expression } of template.templateSpans) visit(expression);
  return [...names].sort();
}

function isInFunction(node: ts.Node): boolean {
  for (let one = node.parent; !ts.isSourceFile(one); one = one.parent)
    if (ts.isFunctionLike(one)) return true;
  return false;
}

/** Words between the tags of a template, and in the attributes that people read. */
function wordsIn(node: ts.Node): string[] {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'html' || isSaid(node)) return [];
  const { template } = node;
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
    : [template];
  const whole = parts.map(({ text }) => text).join('\u0000');
  if (/^(?:\s+[\w-]+(?:="[^"]*")?)+$/.test(whole)) return [];
  const attributes = [...whole.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const between = whole.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').split(/<[^>]*>|<[^>]*$|^[^<>]*>/);
  return [...between, ...attributes]
    .map((text) => text.replaceAll('\u0000', ' ').trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** Whether a template is a side of a pair. */
const isSaid = (node: ts.Node): boolean => isSay(node.parent);

if (import.meta.filename === process.argv[1])
  for (const { at, english, turkish } of pairsIn().pairs) console.log(`${at}\n  ${english}\n  ${turkish}`);
