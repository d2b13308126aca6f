/** Whether fingers are the main pointer: they need more room than a mouse, and a focused text field brings up the keyboard of the screen. */

export const isTouchScreen = (): boolean => window.matchMedia?.('(pointer: coarse)').matches === true;
