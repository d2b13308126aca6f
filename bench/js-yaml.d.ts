/** The part of js-yaml that the bench compares with. */
declare module 'js-yaml' {
  export function load(text: string): unknown;
}
