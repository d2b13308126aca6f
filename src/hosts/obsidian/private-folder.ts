/** The place of a device's private state in the vault. */

/** Hidden, so that the app shows nothing of it, and one a device, so that two never write one file. D1, D2 */
export const privateFolderOf = (device: string): string => `.notedb/${device}`;
