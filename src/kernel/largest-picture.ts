/** The largest picture that the interface shows. docs/page.md#its-own-routes */

/** Bytes. A larger one takes long to load and much memory to draw. */
export const LARGEST_PICTURE = 20 * 1024 * 1024;
