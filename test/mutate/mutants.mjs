// Finds what can be changed in a source file, and writes the file so that one page can run it with any one of the changes.
import ts from '@typescript/typescript6';

/**
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} line
 * @property {string} before the line as it is
 * @property {string} after the line as it is in the mutant
 * @property {boolean} isOnce whether a page comes past it once, as it loads the file
 * @property {(isOn: string, inner: string) => string} write what stands in place of the node; `inner` is the node, with other changes in it
 * @property {ts.Node} node
 */

const { SyntaxKind: Kind } = ts;

/** What an operator becomes. */
const OPERATORS = new Map([
  [Kind.AmpersandAmpersandToken, '||'],
  [Kind.BarBarToken, '&&'],
  [Kind.LessThanToken, '<='],
  [Kind.LessThanEqualsToken, '<'],
  [Kind.GreaterThanToken, '>='],
  [Kind.GreaterThanEqualsToken, '>'],
  [Kind.EqualsEqualsEqualsToken, '!=='],
  [Kind.ExclamationEqualsEqualsToken, '==='],
  [Kind.PlusToken, '-'],
  [Kind.MinusToken, '+'],
  [Kind.AsteriskToken, '/'],
  [Kind.SlashToken, '*'],
]);

/** Nobody can tell whether a time that passed was a hundredth of a microsecond more: here, the comparison is turned round. */
const CLOCK = /(Ms|MS|At|now\(\)|Date)$/;
const NEGATED = new Map([
  ['<=', '>='],
  ['<', '>'],
  ['>=', '<='],
  ['>', '<'],
]);

/** Up to this, a number is changed by one; a larger one by a factor, because one ms more is no other behavior. */
const SMALL = 10;
const FACTOR = 10;

/** How much of a line is shown. */
const SHOWN = 240;

/** @returns {Mutant[]} in the order of the text */
export function findMutants(file, text) {
  const source = parse(file, text);
  const found = [];
  const visit = (node) => {
    if (isTypeOnly(node)) return;
    for (const change of changesOf(node, source)) found.push(describe(file, text, source, node, change));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

/**
 * The text of the file with some of its mutants in it.
 * @param {Map<Mutant, number>} numbers by which `isMutant` of the page knows them
 */
export function withMutants(file, text, numbers) {
  const source = parse(file, text);
  const rangeOf = ({ pos, end, kind }) => `${pos} ${end} ${kind}`;
  const byRange = new Map();
  for (const [mutant, number] of numbers) {
    const range = rangeOf(mutant.node);
    byRange.set(range, [...(byRange.get(range) ?? []), [mutant, number]]);
  }
  const print = (node) => {
    const start = node.getStart(source);
    let printed = '';
    let at = start;
    ts.forEachChild(node, (child) => {
      const childStart = child.getStart(source);
      printed += text.slice(at, childStart) + print(child);
      at = child.end;
    });
    printed += text.slice(at, node.end);
    for (const [mutant, number] of byRange.get(rangeOf(node)) ?? [])
      printed = mutant.write(`isMutant(${number})`, printed);
    return printed;
  };
  return text.slice(0, source.getStart(source)) + print(source) + text.slice(source.end);
}

function parse(file, text) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
}

function isTypeOnly(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
  );
}

/** @returns {{ text: string, write: Mutant['write'] }[]} */
function changesOf(node, source) {
  const textOf = (part) => part.getText(source);
  const instead = (text) => ({ text, write: (isOn, inner) => `(${isOn} ? ${text} : ${inner})` });
  // In braces: an `else` that follows belongs to an `if` before it.
  const without = { text: ';', write: (isOn, inner) => `{ if (!${isOn}) { ${inner} } }` };
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === Kind.QuestionQuestionToken) return [instead(textOf(left))];
    const operator = OPERATORS.get(operatorToken.kind);
    if (!operator || (operatorToken.kind === Kind.PlusToken && [left, right].some(isText))) return [];
    const isClock = [left, right].some((side) => CLOCK.test(textOf(side)));
    return [instead(`(${textOf(left)}) ${(isClock && NEGATED.get(operator)) || operator} (${textOf(right)})`)];
  }
  if (isCondition(node)) {
    // Its operator is changed already.
    const isChanged = ts.isBinaryExpression(node) && OPERATORS.has(node.operatorToken.kind);
    return isChanged ? [] : [instead(`!(${textOf(node)})`)];
  }
  if (ts.isExpressionStatement(node)) {
    if (ts.isCallExpression(node.expression) && node.expression.expression.kind === Kind.SuperKeyword) return [];
    return [without];
  }
  if (ts.isThrowStatement(node)) return [without];
  if (ts.isAwaitExpression(node) && isReturned(node)) return [];
  if (ts.isAwaitExpression(node))
    return isStatement(node) ? [instead(textOf(node.expression))] : [instead(`(${textOf(node.expression)})`)];
  if (ts.isArrowFunction(node.parent) && node.parent.body === node && ts.isCallExpression(node))
    return [instead('undefined')];
  if (node.kind === Kind.TrueKeyword) return isOnceOfAbort(node, textOf) ? [] : [instead('false')];
  if (node.kind === Kind.FalseKeyword) return [instead('true')];
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text.replaceAll('_', ''));
    return isKey(node) ? [] : [instead(String(value > SMALL ? value * FACTOR : value + 1))];
  }
  if (ts.isStringLiteral(node)) return changesOfString(node, instead);
  return [];
}

/** Texts for people are left as they are: the tests are no copy of them. */
function changesOfString(node, instead) {
  if (node.text === '' || node.text.includes(' ') || isModuleName(node)) return [];
  if (isKey(node)) return [{ text: "['X-Mutant']", write: (isOn, inner) => `[${isOn} ? 'X-Mutant' : ${inner}]` }];
  if (ts.isCaseClause(node.parent) || !ts.isExpression(node)) return [];
  return [instead("''")];
}

function isKey({ parent, pos }) {
  return (
    (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name.pos === pos
  );
}

function isModuleName({ parent }) {
  return ts.isCallExpression(parent) && parent.expression.kind === Kind.ImportKeyword;
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** An async function that returns a promise waits for it in any case, except where it could still catch an error. */
function isReturned({ parent }) {
  if (!ts.isReturnStatement(parent)) return false;
  for (let inner = parent; !ts.isFunctionLike(inner); inner = inner.parent)
    if (ts.isTryStatement(inner.parent) && (inner.parent.tryBlock === inner || inner.parent.finallyBlock)) return false;
  return true;
}

/** A signal aborts once. */
function isOnceOfAbort({ parent }, textOf) {
  const call = parent.parent?.parent;
  return (
    ts.isPropertyAssignment(parent) &&
    textOf(parent.name) === 'once' &&
    call !== undefined &&
    ts.isCallExpression(call) &&
    textOf(call.arguments[0]) === "'abort'"
  );
}

function isStatement(node) {
  return ts.isExpressionStatement(node.parent);
}

function isCondition(node) {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return ts.isConditionalExpression(parent) && parent.condition === node;
}

function isOnce(node) {
  for (let outer = node.parent; outer; outer = outer.parent)
    if (ts.isFunctionLike(outer) || ts.isPropertyDeclaration(outer)) return false;
  return true;
}

/** In one line. */
function short(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

function describe(file, text, source, node, { text: changed, write }) {
  const start = node.getStart(source);
  const { line } = source.getLineAndCharacterOfPosition(start);
  const lineStart = source.getPositionOfLineAndCharacter(line, 0);
  const lineEnd = text.indexOf('\n', node.end) < 0 ? text.length : text.indexOf('\n', node.end);
  return {
    file,
    line: line + 1,
    before: short(text.slice(lineStart, lineEnd)),
    after: short(text.slice(lineStart, start) + changed + text.slice(node.end, lineEnd)),
    isOnce: isOnce(node),
    node,
    write,
  };
}
