/** Nothing: texts are embedded, images are not. */
export default {};
