/** Compiles the tree of a formula to closures, with the type of each part. docs/formulas.md */

import { isJsonObject } from '../json';
import type { FormulaFunctionKey, FormulaKind } from '../../kernel/formula-functions';
import {
  checkArguments,
  compileCall,
  dispatch,
  functionsOf,
  globalFunction,
  isField,
  isLazy,
  type LazyFunction,
  unknownFunction,
} from './compile-call';
import { compileItemFunction, type ItemTypes } from './compile-item-function';
import { type Compiled, compileBinary, compileUnary, literalType } from './compile-operators';
import { FormulaFault, type FormulaPlace } from './formula-fault';
import { compileFileCall } from './file-functions';
import { findColumn, type FormulaScope, ITEM_NAMES, prefixedName, prefixOf, unknownName } from './formula-scope';
import * as types from './formula-type';
import { type FormulaType, isOpen, typeName, typeOfSpec } from './formula-type';
import { type FormulaValue, isItems, isTruthy, sizeOf, spend } from './formula-value';
import type { CallNode, FormulaNode, IndexNode, MemberNode, NameNode } from './parse-formula';

type Part = Omit<Compiled, 'node'>;

export class FormulaCompiler {
  /** The columns read, in the order of `values`. */
  readonly inputs: string[] = [];
  dependsOnNow = false;
  private readonly scope: FormulaScope;
  /** The types of `value` and `acc` within a function of a list. */
  private item: ItemTypes | null = null;

  constructor(scope: FormulaScope) {
    this.scope = scope;
  }

  compile(node: FormulaNode): Compiled {
    return { node, ...this.part(node) };
  }

  private part(node: FormulaNode): Part {
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return { type: literalType(value), run: () => value };
      }
      case 'name':
        return this.name(node);
      case 'member':
        return this.member(node);
      case 'index':
        return this.index(node);
      case 'unary':
        return compileUnary(node, this.compile(node.argument));
      case 'binary':
        return compileBinary(node, this.compile(node.left), this.compile(node.right), this.scope.zone);
      case 'list':
        return listPart(node.items.map((item) => this.compile(item)));
      case 'call':
        return this.call(node);
    }
  }

  private name(node: NameNode): Part {
    const { name } = node;
    if (this.item !== null && ITEM_NAMES.has(name)) return this.itemName(node, this.item);
    const column = findColumn(this.scope, name);
    if (column !== null) return this.column(column, node);
    if (globalFunction(name) !== null) {
      throw new FormulaFault(`${name} is a function`, node, { hint: `write ${name}(…)` });
    }
    if (name === 'value' || name === 'index' || name === 'acc') {
      throw new FormulaFault(`"${name}" has a meaning only in a function of a list`, node, {
        hint: 'write list.filter(value > 2), list.map(value * 2) or list.reduce(acc + value, 0)',
      });
    }
    throw unknownName(this.scope, name, node);
  }

  private itemName(node: NameNode, item: ItemTypes): Part {
    switch (node.name) {
      case 'value':
        return { type: item.value, run: (frame) => frame.value };
      case 'index':
        return { type: types.INTEGER, run: (frame) => frame.index };
      default:
        if (item.acc !== null) return { type: item.acc, run: (frame) => frame.acc };
        throw new FormulaFault('"acc" has a meaning only in reduce', node, {
          hint: 'write list.reduce(acc + value, 0)',
        });
    }
  }

  private column(name: string, place: FormulaPlace): Part {
    const spec = this.scope.columns.get(name);
    if (spec === undefined) throw unknownName(this.scope, name, place);
    if (name === this.scope.name) {
      throw new FormulaFault(`the formula of "${name}" reads itself`, place, { hint: 'read another column' });
    }
    let index = this.inputs.indexOf(name);
    if (index < 0) index = this.inputs.push(name) - 1;
    return { type: typeOfSpec(spec), run: (frame) => frame.values[index] ?? null };
  }

  private member(node: MemberNode): Part {
    const prefix = prefixOf(node);
    if (prefix !== null) {
      const column = findColumn(this.scope, prefixedName(prefix, node.name));
      if (column !== null) return this.column(column, node);
      if (prefix === 'file') throw unknownName(fileFields(this.scope), node.name, node, 'field of file');
      throw unknownName(this.scope, node.name, node);
    }
    const object = remembering(this.compile(node.object));
    const keys = node.isQuoted ? [] : functionsOf(object.type, node.name);
    const fields = keys.filter(isField);
    if (isOpen(object.type)) return this.openMember(node, object, fields);
    const [field] = fields;
    if (field !== undefined) return this.callOf(field, object, [], node);
    if (keys.length > 0) {
      throw new FormulaFault(`${node.name} is a function`, node, { hint: `write ${node.name}(…)` });
    }
    throw unknownFunction(node.name, node, object.type);
  }

  /** A field of a value of any type, else the member of an object. */
  private openMember(node: MemberNode, object: Remembering, fields: readonly FormulaFunctionKey[]): Part {
    const { name } = node;
    const calls = fields.map((key) => this.openCall(key, object, [], node));
    const field = calls.length === 0 ? null : dispatch(object.again, calls, node);
    return {
      type: types.ANY,
      run: (frame) => {
        const value = object.run(frame);
        const isOwn = isPlainObject(value) && Object.hasOwn(value, name);
        return isOwn ? (value[name] ?? null) : (field?.run(frame) ?? null);
      },
    };
  }

  private openCall(
    key: FormulaFunctionKey,
    { again: object }: Remembering,
    args: readonly Compiled[],
    place: FormulaPlace,
  ): readonly [FormulaKind, Compiled] {
    const kind = key.slice(0, key.indexOf('.')) as FormulaKind;
    return [kind, { node: object.node, ...this.callOf(key, { ...object, type: { kind } }, args, place) }];
  }

  private index({ object, index, ...place }: IndexNode): Part {
    const list = this.compile(object);
    const at = this.compile(index);
    if (list.type.kind !== 'list' && !isOpen(list.type)) {
      throw new FormulaFault(`${typeName(list.type)} has no items`, place, {
        hint: 'text.slice(0, 1) is a part of a text',
      });
    }
    if (at.type.kind !== 'number' && !isOpen(at.type)) {
      throw new FormulaFault(`the place of an item is a number, not ${typeName(at.type)}`, place, {
        hint: 'list[0] is the first item',
      });
    }
    return {
      type: list.type.items ?? types.ANY,
      run: (frame) => {
        const items = list.run(frame);
        const number = at.run(frame);
        return isItems(items) && typeof number === 'number' ? (items[number] ?? null) : null;
      },
    };
  }

  private call(node: CallNode): Part {
    const { callee } = node;
    if (callee.kind === 'name') return this.globalCall(callee, node);
    if (prefixOf(callee) === 'file') {
      return compileFileCall(callee, this.compiledAll(node.args), (name, place) => {
        const column = findColumn(this.scope, name);
        if (column === null) throw unknownName(this.scope, name, place);
        return { node: callee, ...this.column(column, place) };
      });
    }
    const object = remembering(this.compile(callee.object));
    const keys = functionsOf(object.type, callee.name);
    const [key, ...others] = keys;
    if (key === undefined) throw unknownFunction(callee.name, callee, object.type);
    if (isField(key)) {
      throw new FormulaFault(`${callee.name} is a field`, callee, { hint: `write ${callee.name} without brackets` });
    }
    if (isLazy(key)) return this.lazyCall(key, object, node);
    const args = this.compiledAll(node.args);
    if (others.length === 0 && (!isOpen(object.type) || key.startsWith('any.'))) {
      return this.callOf(key, object, args, callee);
    }
    const fitting = keys.length === 1 ? keys : keys.filter((each) => this.fits(each, args, callee));
    const calls = (fitting.length === 0 ? [key] : fitting).map((each) => this.openCall(each, object, args, callee));
    return dispatch(object, calls, node);
  }

  /** Of several functions of one name, those that take these arguments. */
  private fits(key: FormulaFunctionKey, args: readonly Compiled[], place: FormulaPlace): boolean {
    try {
      checkArguments(key, args, place);
      return true;
    } catch (error) {
      if (error instanceof FormulaFault) return false;
      throw error;
    }
  }

  private globalCall(callee: NameNode, node: CallNode): Part {
    const key = globalFunction(callee.name);
    if (key === null) throw unknownFunction(callee.name, callee, null);
    if (key === 'if') return this.condition(node);
    if (key === 'now' || key === 'today') this.dependsOnNow = true;
    return this.callOf(key, null, this.compiledAll(node.args), callee);
  }

  private callOf(
    key: FormulaFunctionKey,
    receiver: Compiled | null,
    args: readonly Compiled[],
    place: FormulaPlace,
  ): Part {
    if (isLazy(key)) throw unknownFunction(key, place, receiver?.type ?? null);
    return compileCall(key, receiver, args, { place, zone: this.scope.zone, now: this.scope.now });
  }

  private condition(node: CallNode): Part {
    const args = this.compiledAll(node.args);
    checkArguments('if', args, node.callee);
    const [test, then, otherwise] = args;
    const [ifTrue, ifFalse] = [then?.type ?? types.NULL, otherwise?.type ?? types.NULL];
    const type = types.eitherType(ifTrue, ifFalse);
    const [runTrue, runFalse] = [branch(then, type), branch(otherwise, type)];
    return { type, run: (frame) => (isTruthy(test?.run(frame) ?? null) ? runTrue(frame) : runFalse(frame)) };
  }

  private lazyCall(key: LazyFunction, list: Compiled, node: CallNode): Part {
    return compileItemFunction(key, list, node, (part, item) => this.withItem(part, item));
  }

  private withItem(node: FormulaNode, item: ItemTypes | null): Compiled {
    const outer = this.item;
    if (item !== null) this.item = item;
    const compiled = this.compile(node);
    this.item = outer;
    return compiled;
  }

  private compiledAll(nodes: readonly FormulaNode[]): readonly Compiled[] {
    return nodes.map((node) => this.compile(node));
  }
}

/** A part that several parts read: evaluated once, so that the work of a formula grows with its length. */
interface Remembering extends Compiled {
  /** The value of the last evaluation. */
  readonly again: Compiled;
}

function remembering(part: Compiled): Remembering {
  if (!isOpen(part.type)) return { ...part, again: part };
  let last: FormulaValue = null;
  return { ...part, run: (frame) => (last = part.run(frame)), again: { ...part, run: () => last } };
}

/** An empty text beside another type means null. */
function branch(part: Compiled | undefined, type: FormulaType): Compiled['run'] {
  if (part === undefined || (part.type.literal === '' && type.kind !== 'text' && type.kind !== 'any'))
    return () => null;
  return part.run;
}

const isPlainObject = (value: FormulaValue): value is { readonly [key: string]: FormulaValue & string } =>
  isJsonObject(value as never) && Object.getPrototypeOf(value) === Object.prototype;

function listPart(items: readonly Compiled[]): Part {
  const type = types.listOf(
    items.length === 0 ? types.ANY : items.map(({ type: each }) => each).reduce(types.eitherType, types.NULL),
  );
  return {
    type,
    run: (frame) => {
      const list = items.map(({ run }) => run(frame));
      spend(frame, sizeOf(list));
      return list;
    },
  };
}

/** The file columns by the names that follow `file.`. */
const fileFields = (scope: FormulaScope): FormulaScope => ({
  ...scope,
  columns: new Map(
    [...scope.columns].flatMap(([name, spec]) =>
      name === 'path' || name.startsWith('file_') ? [[name.replace(/^file_/, ''), spec]] : [],
    ),
  ),
});
