/** Where a case runs that brings its own calls: on the engine and over HTTP. */

import { engineSubject } from './engine-subject';
import { httpSubject } from './http-subject';

export const SUBJECTS = [
  ['the engine', engineSubject],
  ['the server', httpSubject],
] as const;
