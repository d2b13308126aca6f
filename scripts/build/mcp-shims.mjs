/**
 * Stands in for what `@modelcontextprotocol/server` asks of its platform. It validates by JSON Schema only what a server asks of
 * people (elicitation), which ours never does, and has standard streams only for a transport that is given its own.
 */
export class DefaultJsonSchemaValidator {
  getValidator() {
    throw new Error('JSON Schemas are not validated in this build');
  }
}

export const process = { stdin: undefined, stdout: undefined };
