/** SHA-256 of a text, hex: the name of a text in the contents. docs/formats.md: Contents. */
export type ContentHash = string;
