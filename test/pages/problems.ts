import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** What may be wrong with a field, as the source says it; what is put into it stands as `7`. */
export interface Problem {
  /** The file and the line. */
  readonly at: string;
  readonly message: string;
}

const ROOT = new URL('../../', import.meta.url).pathname;

const FILES = globSync('lib/**/*.ts', { cwd: ROOT }).sort();

/** What stands for a value that a text is given. */
const VALUE = '7';

const read = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  const known = read.get(file);
  if (known) return known;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  read.set(file, source);
  return source;
}

/** Every message about a field that the files can give, but for another's words. Throws for one that it cannot follow. */
export function problemsIn(files: readonly string[] = FILES): Problem[] {
  return files.flatMap((file) =>
    all(sourceOf(file))
      .flatMap(said)
      .flatMap((node) => wordsOf(node).map((message) => ({ at: placeOf(node), message })))
      .filter(({ message }) => message !== VALUE),
  );
}

const all = (node: ts.Node): ts.Node[] => {
  const inside: ts.Node[] = [];
  ts.forEachChild(node, (one) => {
    inside.push(...all(one));
  });
  return [node, ...inside];
};

const placeOf = (node: ts.Node): string => {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

/** The words that a node gives: of a problem with its field, or of a check. */
function said(node: ts.Node): ts.Expression[] {
  if (ts.isObjectLiteralExpression(node) && memberOf(node, 'field')) {
    const message = memberOf(node, 'message');
    return message ? [message] : [];
  }
  if (!ts.isCallExpression(node)) return [];
  const [, how] = node.arguments;
  if (
    how === undefined ||
    !/^z\.(?:refine|regex|union|minLength|maxLength)\b/.test(node.expression.getText())
  )
    return [];
  if (!ts.isObjectLiteralExpression(how)) return [how];
  const error = memberOf(how, 'error');
  return error ? [error] : [];
}

/** What a member of an object is given. */
function memberOf(of: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const member of of.properties) {
    if (member.name?.getText() !== name) continue;
    if (ts.isPropertyAssignment(member)) return member.initializer;
    if (ts.isShorthandPropertyAssignment(member)) return member.name;
  }
  return undefined;
}

/** Every text that an expression may be. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (texts, { expression, literal }) => {
        const given = isOfWords(expression) ? wordsOf(expression) : [VALUE];
        return texts.flatMap((text) => given.map((one) => `${text}${one}${literal.text}`));
      },
      [node.head.text],
    );
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(wordsOf);
  if (ts.isCallExpression(node)) return returnedBy(node.expression).flatMap(wordsOf);
  if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(wordsOf);
  if (ts.isParenthesizedExpression(node)) return wordsOf(node.expression);
  if (node.getText() === 'undefined') return [];
  if (ts.isIdentifier(node)) return valuesOf(node).flatMap(wordsOf);
  // What a check says of itself is found at the check.
  if (node.getText() === 'issue.message') return [];
  return [VALUE];
}

/** Whether what is put into a text has words too: a choice of texts, or what a function or its caller says. */
const isOfWords = (node: ts.Expression): boolean =>
  ts.isConditionalExpression(node) ||
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text !== 'String') ||
  isParameter(node);

/** Whether a text is put together from one that its function is given. */
const isParameter = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) && declared(node).some((one) => ts.isParameter(one) && isText(one));

const isText = ({ type }: ts.ParameterDeclaration): boolean =>
  type !== undefined && (type.kind === ts.SyntaxKind.StringKeyword || /^'/.test(type.getText()));

/** Where a name is declared: around it, at the top of its file, or in the file that it comes from. */
function declared(name: ts.Node, text = name.getText()): ts.Node[] {
  for (let one = name.parent; !ts.isSourceFile(one); one = one.parent) {
    const parameter = ts.isFunctionLike(one) && one.parameters.find((each) => each.name.getText() === text);
    if (parameter) return [parameter];
    const inside = all(one).find((each) => isDeclaration(each, text));
    if (ts.isFunctionLike(one) && inside) return [inside];
  }
  const source = name.getSourceFile();
  const here = all(source).filter((each) => isDeclaration(each, text));
  if (here.length > 0) return here;
  const from = source.statements.find(
    (one): one is ts.ImportDeclaration =>
      ts.isImportDeclaration(one) && one.importClause?.getText().match(new RegExp(`\\b${text}\\b`)) !== null,
  );
  if (!from || !ts.isStringLiteral(from.moduleSpecifier)) return [];
  const file = normalize(join(dirname(source.fileName), from.moduleSpecifier.text));
  return all(sourceOf(file)).filter((each) => isDeclaration(each, text));
}

const isDeclaration = (node: ts.Node, text: string): boolean =>
  (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name?.getText() === text;

/** What a name stands for; what a function is given is what its callers in the file give. */
function valuesOf(name: ts.Identifier): ts.Expression[] {
  const values = declared(name).flatMap((one) => {
    if (ts.isVariableDeclaration(one)) return one.initializer ? [one.initializer] : [];
    return ts.isParameter(one) ? givenTo(one) : [];
  });
  if (values.length === 0) throw new Error(`${placeOf(name)}: whose words is ${name.text}?`);
  return values;
}

function givenTo(parameter: ts.ParameterDeclaration): ts.Expression[] {
  const of = parameter.parent;
  const nth = of.parameters.indexOf(parameter);
  const name = ts.isVariableDeclaration(of.parent) ? of.parent.name.getText() : of.name?.getText();
  const calls = all(of.getSourceFile()).filter(ts.isCallExpression);
  return calls
    .filter(({ expression }) => expression.getText() === name)
    .flatMap(({ arguments: given }) => given[nth] ?? []);
}

/** What a function may return. */
function returnedBy(name: ts.Expression): ts.Expression[] {
  return declared(name).flatMap((one) => {
    const made = ts.isVariableDeclaration(one) ? one.initializer : one;
    if (!made || !(ts.isArrowFunction(made) || ts.isFunctionDeclaration(made)) || !made.body) return [];
    if (!ts.isBlock(made.body)) return [made.body];
    return all(made.body).flatMap((each) =>
      ts.isReturnStatement(each) && each.expression ? [each.expression] : [],
    );
  });
}
