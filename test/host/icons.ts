/** Icons: the real set is the app's, so a plain outline stands for each, with the right class and size. */

const SVG = 'http://www.w3.org/2000/svg';
const added = new Map<string, string>();

export function addIcon(id: string, svgContent: string): void {
  added.set(id, svgContent);
}

export function removeIcon(id: string): void {
  added.delete(id);
}

export function getIcon(id: string): SVGSVGElement | null {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries(ATTRIBUTES)) svg.setAttribute(name, value);
  svg.setAttribute('class', `svg-icon lucide-${id}`);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', OUTLINES[id] ?? 'M5 5h14v14H5z');
  svg.append(path);
  return svg;
}

export function getIconIds(): string[] {
  return [...Object.keys(OUTLINES), ...added.keys()];
}

export function setIcon(parent: HTMLElement, id: string): void {
  parent.replaceChildren();
  const icon = getIcon(id);
  if (icon !== null) parent.append(icon);
}

const ATTRIBUTES = {
  width: '24',
  height: '24',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '2',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};

const OUTLINES: Record<string, string> = {
  check: 'M4 12l5 5L20 6',
  x: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-right': 'M9 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3',
  table: 'M3 4h18v16H3zM3 10h18M9 4v16',
  'table-2': 'M3 4h18v16H3zM3 9h18M3 15h18M9 4v16M15 4v16',
  database: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  search: 'M10 4a6 6 0 100 12 6 6 0 000-12M15 15l5 5',
};
