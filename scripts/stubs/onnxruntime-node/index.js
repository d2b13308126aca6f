/** Nothing: see package.json. */
export default {};
