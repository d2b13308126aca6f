/** The text of a formula as a tree with places. The grammar of expressions is jsep's. docs/formulas.md#syntax */

import jsep from 'jsep';
import { FormulaFault, type FormulaPlace } from './formula-fault';

const MAX_FORMULA_LENGTH = 4000;
const MAX_FORMULA_DEPTH = 64;
const MAX_FORMULA_NODES = 1000;

export type LiteralNode = FormulaPlace & {
  readonly kind: 'literal';
  readonly value: string | number | boolean | null;
};
export type NameNode = FormulaPlace & { readonly kind: 'name'; readonly name: string };
/** `object.name` and `object["name"]`; `at` and `length` are those of the name. */
export type MemberNode = FormulaPlace & {
  readonly kind: 'member';
  readonly object: FormulaNode;
  readonly name: string;
  readonly isQuoted: boolean;
};
export type IndexNode = FormulaPlace & {
  readonly kind: 'index';
  readonly object: FormulaNode;
  readonly index: FormulaNode;
};
export type CallNode = FormulaPlace & {
  readonly kind: 'call';
  readonly callee: NameNode | MemberNode;
  readonly args: readonly FormulaNode[];
};
export type UnaryNode = FormulaPlace & {
  readonly kind: 'unary';
  readonly operator: '!' | '-' | '+';
  readonly argument: FormulaNode;
};
export type BinaryNode = FormulaPlace & {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: FormulaNode;
  readonly right: FormulaNode;
};
export type ListNode = FormulaPlace & { readonly kind: 'list'; readonly items: readonly FormulaNode[] };

export type FormulaNode =
  LiteralNode | NameNode | MemberNode | IndexNode | CallNode | UnaryNode | BinaryNode | ListNode;

const BINARY_OPERATORS = ['+', '-', '*', '/', '%', '==', '!=', '<', '<=', '>', '>=', '&&', '||'] as const;

export type BinaryOperator = (typeof BINARY_OPERATORS)[number];

const OTHER_FORMS: Readonly<Record<string, string>> = {
  '=': 'two values are compared with ==',
  '===': 'write ==',
  '!==': 'write !=',
  '&': 'write &&, or + to join texts',
  '|': 'write ||',
  '??': 'write if(a.isEmpty(), b, a)',
  '**': 'write a * a',
  '?': 'write if(condition, a, b)',
  ':': 'write if(condition, a, b)',
  '/': 'regular expressions are not offered: use contains, startsWith, endsWith, replace or split with a text',
  '{': 'objects are not offered',
  '`': 'write a text in "double" or \'single\' quotes and join texts with +',
  '>': 'a function of a list takes an expression of value: list.map(value * 2)',
};

/** The methods of jsep's parser that are used here. Its typings lack the class. */
interface JsepParser {
  index: number;
  readonly expr: string;
  readonly code: number;
  readonly char: string;
  gobbleSpaces(): void;
  gobbleExpression(): jsep.Expression | false | undefined;
  gobbleExpressions(until?: number): jsep.Expression[];
  gobbleToken(): jsep.Expression | false | undefined;
  gobbleIdentifier(): jsep.Expression;
  gobbleNumericLiteral(): jsep.Expression;
  gobbleTokenProperty(node: jsep.Expression): jsep.Expression;
  gobbleArguments(until: number): jsep.Expression[];
  searchHook(name: string): undefined;
  runHook(name: string, node?: jsep.Expression): jsep.Expression | undefined;
  throwError(message: string): never;
}

const { Jsep } = jsep as unknown as { readonly Jsep: new (text: string) => JsepParser };

/** jsep's nodes have no places; the first place that a node gets is its own. */
function placed(node: jsep.Expression, start: number, end: number): jsep.Expression {
  node['at'] ??= start;
  node['length'] ??= end - start;
  return node;
}

const COMMA = 44;
const NUMBER_WITH_METHOD = /\d+(?:\.\d+)?(?=\.[A-Za-z_])/y;

/** jsep with places, a limit of depth, and without its hooks and lenient forms: `a b`, `a; b`, `f(a b)`, `[a,,b]`. */
class FormulaParser extends Jsep {
  private depth = 0;

  whole(): jsep.Expression {
    const expression = this.gobbleExpression() || this.expected('a value');
    this.gobbleSpaces();
    if (this.index < this.expr.length) this.throwError(`Unexpected "${this.char}"`);
    return expression;
  }

  override searchHook(): undefined {
    return undefined;
  }

  override runHook(_name: string, node?: jsep.Expression): jsep.Expression | undefined {
    return node;
  }

  override gobbleExpressions(): jsep.Expression[] {
    const expression = this.gobbleExpression() || this.expected('a value');
    this.gobbleSpaces();
    return [expression];
  }

  override gobbleArguments(until: number): jsep.Expression[] {
    const args: jsep.Expression[] = [];
    this.gobbleSpaces();
    while (this.code !== until) {
      args.push(this.gobbleExpression() || this.expected('a value'));
      this.gobbleSpaces();
      if (this.code === until) break;
      if (this.code !== COMMA) this.expected(`a comma or ${String.fromCharCode(until)}`);
      this.index++;
      this.gobbleSpaces();
      if (this.code === until) this.expected('a value');
    }
    this.index++;
    return args;
  }

  override gobbleToken(): jsep.Expression | false | undefined {
    this.gobbleSpaces();
    const start = this.index;
    if (++this.depth > MAX_FORMULA_DEPTH) {
      throw new FormulaFault(
        `a formula is nested at most ${MAX_FORMULA_DEPTH} levels deep`,
        { at: start, length: 1 },
        { hint: 'split it into several formulas' },
      );
    }
    const node = super.gobbleToken();
    this.depth--;
    return node ? placed(node, start, this.index) : node;
  }

  override gobbleIdentifier(): jsep.Expression {
    const start = this.index;
    return placed(super.gobbleIdentifier(), start, this.index);
  }

  /** Literals and `this`, which have just been read, get their place before a chain goes on from them. */
  override gobbleTokenProperty(node: jsep.Expression): jsep.Expression {
    const { raw = node.type === 'ThisExpression' ? 'this' : undefined } = node;
    if (typeof raw === 'string') placed(node, this.index - raw.length, this.index);
    return super.gobbleTokenProperty(node);
  }

  /** `1.isTruthy()`, which Bases writes and JavaScript does not. */
  override gobbleNumericLiteral(): jsep.Expression {
    NUMBER_WITH_METHOD.lastIndex = this.index;
    const start = this.index;
    const digits = NUMBER_WITH_METHOD.exec(this.expr)?.[0];
    if (digits === undefined) return super.gobbleNumericLiteral();
    this.index += digits.length;
    return this.gobbleTokenProperty(placed({ type: 'Literal', value: Number(digits) }, start, this.index));
  }

  private expected(what: string): never {
    this.throwError(this.index < this.expr.length ? `Expected ${what}, found "${this.char}"` : `Expected ${what}`);
  }
}

/** The tree of a text. Throws a FormulaFault. */
export function parseFormula(text: string): FormulaNode {
  if (text.length > MAX_FORMULA_LENGTH) {
    throw new FormulaFault(`a formula has at most ${MAX_FORMULA_LENGTH} characters`, {
      at: MAX_FORMULA_LENGTH,
      length: 1,
    });
  }
  return new NodeReader().read(parsed(text));
}

function parsed(text: string): jsep.Expression {
  const parser = new FormulaParser(text);
  try {
    return parser.whole();
  } catch (error) {
    if (error instanceof FormulaFault) throw error;
    const found = text.charAt(parser.index);
    const hint = OTHER_FORMS[found];
    throw new FormulaFault(
      withoutPlace(error instanceof Error ? error.message : ''),
      { at: parser.index, length: Math.min(1, text.length - parser.index) },
      { hint },
    );
  }
}

/** jsep counts from 0 where we count from 1. */
const withoutPlace = (message: string): string =>
  message
    .replace(/ at character \d+$/, '')
    .replace('missing unaryOp argument', 'expected a value')
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());

/** Turns jsep's nodes, whose shape is open, into ours. */
class NodeReader {
  private count = 0;

  read(node: jsep.Expression): FormulaNode {
    const { type } = node as jsep.CoreExpression;
    if (++this.count > MAX_FORMULA_NODES) {
      throw new FormulaFault(`a formula has at most ${MAX_FORMULA_NODES} parts`, placeOf(node), {
        hint: 'split it into several formulas',
      });
    }
    switch (type) {
      case 'Literal':
        return { kind: 'literal', value: (node as jsep.Literal).value as LiteralNode['value'], ...placeOf(node) };
      case 'Identifier':
        return { kind: 'name', name: (node as jsep.Identifier).name, ...placeOf(node) };
      case 'MemberExpression':
        return this.readMember(node as jsep.MemberExpression);
      case 'CallExpression':
        return this.readCall(node as jsep.CallExpression);
      case 'UnaryExpression':
        return this.readUnary(node as jsep.UnaryExpression);
      case 'BinaryExpression':
        return this.readBinary(node as jsep.BinaryExpression);
      case 'ArrayExpression': {
        const items = (node as jsep.ArrayExpression).elements.flatMap((item) =>
          item === null ? [] : [this.read(item)],
        );
        return { kind: 'list', items, ...placeOf(node) };
      }
      case 'ThisExpression':
        throw new FormulaFault('"this" is not offered in a formula', placeOf(node), {
          hint: 'a filter has {this.column}; a formula names the columns of its own row',
        });
      default:
        throw new FormulaFault(`unexpected ${type}`, placeOf(node));
    }
  }

  private readMember(node: jsep.MemberExpression): MemberNode | IndexNode {
    if (node.optional === true) {
      throw new FormulaFault('"?." is not offered', placeOf(node.property), {
        hint: 'write a dot: a member of nothing is null',
      });
    }
    const object = this.read(node.object);
    const property = this.read(node.property);
    const { at, length } = property;
    if (property.kind === 'name' && !node.computed) {
      return { kind: 'member', object, name: property.name, isQuoted: false, at, length };
    }
    if (property.kind === 'literal' && typeof property.value === 'string') {
      return { kind: 'member', object, name: property.value, isQuoted: true, at, length };
    }
    return { kind: 'index', object, index: property, at, length };
  }

  private readCall(node: jsep.CallExpression): CallNode {
    const callee = this.read(node.callee);
    const { at, length } = callee;
    if (callee.kind !== 'name' && (callee.kind !== 'member' || callee.isQuoted)) {
      throw new FormulaFault('only a function can be called', callee, { hint: 'a product has a *: 2 * (a + b)' });
    }
    return { kind: 'call', callee, args: node.arguments.map((arg) => this.read(arg)), at, length };
  }

  private readUnary(node: jsep.UnaryExpression): UnaryNode {
    const { operator } = node;
    if (operator !== '!' && operator !== '-' && operator !== '+') {
      throw new FormulaFault(`there is no operator ${operator}`, placeOf(node));
    }
    return { kind: 'unary', operator, argument: this.read(node.argument), ...placeOf(node) };
  }

  private readBinary(node: jsep.BinaryExpression): BinaryNode {
    const left = this.read(node.left);
    const right = this.read(node.right);
    const place = { at: left.at, length: right.at + right.length - left.at };
    const operator = BINARY_OPERATORS.find((each) => each === node.operator);
    if (operator === undefined) {
      throw new FormulaFault(`there is no operator ${node.operator}`, place, { hint: OTHER_FORMS[node.operator] });
    }
    return { kind: 'binary', operator, left, right, ...place };
  }
}

function placeOf(node: jsep.Expression): FormulaPlace {
  const { at, length } = node;
  return typeof at === 'number' && typeof length === 'number' ? { at, length } : placeOfParts(node);
}

/** Inside of a chain, `a.b` of `a.b.c`, only names have places. */
function placeOfParts({ property, callee, left }: jsep.Expression): FormulaPlace {
  const part = [property, callee, left].find((each) => typeof each === 'object' && each !== null);
  return part === undefined ? { at: 0, length: 0 } : placeOf(part as jsep.Expression);
}
