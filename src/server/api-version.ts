/** The version of the interface. docs/http.md */
export const API_VERSION = '1.4.0';
