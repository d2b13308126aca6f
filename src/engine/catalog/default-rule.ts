import type { ViolationCode } from '../errors';
import type { ColumnSpec } from '../values/column';
import type { Json } from '../values/json';

export function defaultProblem(spec: ColumnSpec, value: Json): { code: ViolationCode; message: string } | null {
  void spec; void value;
  return null;
}
