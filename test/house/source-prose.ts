/** Reads the prose of a source file: its comments, and its texts of several words. */

import ts from 'typescript';

export interface SourceText {
  readonly line: number;
  readonly text: string;
}

/** Embedded expressions are read as one word. */
export function sourceTexts(path: string, content: string): SourceText[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line + 1;
  const comments = new Map<number, ts.CommentRange>();
  const texts: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const leading = ts.getLeadingCommentRanges(content, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(content, node.getEnd()) ?? [];
    if (!ts.isJsxText(node)) for (const range of [...leading, ...trailing]) comments.set(range.pos, range);
    const text = textOf(node);
    if (text !== null && /\w \w/.test(text)) texts.push({ line: lineAt(node.getStart()), text });
    node.getChildren().forEach(visit);
  };
  visit(source);
  return [
    ...joined(
      [...comments.values()].sort((one, other) => one.pos - other.pos),
      content,
      lineAt,
    ),
    ...texts,
  ];
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('Code');
}

/** Lines that begin with `//` one below the other are one comment. */
function joined(ranges: readonly ts.CommentRange[], content: string, lineAt: (place: number) => number): SourceText[] {
  const found: SourceText[] = [];
  let next = -1;
  for (const range of ranges) {
    const text = plain(content.slice(range.pos, range.end));
    const line = lineAt(range.pos);
    const last = found.at(-1);
    if (last !== undefined && line === next) {
      found[found.length - 1] = { ...last, text: `${last.text} ${text}` };
    } else found.push({ line, text });
    next = range.kind === ts.SyntaxKind.SingleLineCommentTrivia ? line + 1 : -1;
  }
  return found;
}

const plain = (comment: string): string =>
  comment
    .replace(/^\/\*+|\*\/$|^\/\//g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .trim();
