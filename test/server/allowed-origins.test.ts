/** Origins as a person writes them. docs/http.md#a-request */

import { expect, it } from 'vitest';
import { allowedOriginsIn, originProblem, originsIn } from '../../src/server/allowed-origins';

it.each([
  'https://example.org',
  'http://localhost:5173',
  'app://obsidian.md',
  'capacitor://localhost',
  'http://[::1]:8080',
])('takes %s', (origin) => expect(originProblem([origin])).toBeNull());

it.each([
  ['*', 'is not an origin'],
  ['null', 'is not an origin'],
  ['example.org', 'is not an origin'],
  ['https://*.example.org', 'is not an origin'],
  ['https://example.org/page', 'is not an origin'],
  ['https://user@example.org', 'is not an origin'],
  ['HTTPS://example.org', 'is not an origin'],
  ['https://Example.org', 'write https://example.org'],
  ['https://example.org:443', 'write https://example.org'],
  ['http://example.org:80', 'write http://example.org'],
  ['http://exa%20mple.org:x', 'a browser does not send'],
])('says what is wrong with %s', (origin, problem) => {
  expect(originProblem(['https://example.org', origin])).toContain(problem);
  expect(allowedOriginsIn(`app://obsidian.md, ${origin}`)).toEqual(['app://obsidian.md']);
});

it('reads a list with commas or spaces', () => {
  expect(originsIn(' a://b,  c://d\ne://f ')).toEqual(['a://b', 'c://d', 'e://f']);
  expect(originsIn('')).toEqual([]);
});
