/** What a file of the vault is, by the end of its name. docs/http.md#vault */

const TEXT = '; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  md: `text/markdown${TEXT}`,
  txt: `text/plain${TEXT}`,
  csv: `text/csv${TEXT}`,
  html: `text/html${TEXT}`,
  css: `text/css${TEXT}`,
  js: `text/javascript${TEXT}`,
  ics: `text/calendar${TEXT}`,
  xml: `application/xml${TEXT}`,
  yaml: `application/yaml${TEXT}`,
  yml: `application/yaml${TEXT}`,
  json: `application/json${TEXT}`,
  canvas: `application/json${TEXT}`,
  base: `application/yaml${TEXT}`,
  svg: `image/svg+xml${TEXT}`,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  ogv: 'video/ogg',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

const ANYTHING = 'application/octet-stream';

/** By the extension, in any case; bytes of an unknown kind are just bytes. */
export function contentTypeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? ANYTHING) : ANYTHING;
}
