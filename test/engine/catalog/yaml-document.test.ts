import { describe, expect, it } from 'vitest';

import { readYamlDocument } from '../../../src/engine/yaml/yaml-document';

const text = (value: string): string => `format: 1\n# ${value}\nconfiguration:\n  note: ${value}\n`;

describe('readYamlDocument', () => {
  it('reads the last three texts once, whichever comes next', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((value) => readYamlDocument(text(value)));
    expect(readYamlDocument(text('a'))).toBe(a);
    expect(readYamlDocument(text('c'))).toBe(c);
    expect(readYamlDocument(text('d'))).toMatchObject({ value: { configuration: { note: 'd' } } });
    expect(readYamlDocument(text('a'))).toBe(a);
    expect(readYamlDocument(text('b'))).not.toBe(b);
    expect(readYamlDocument(text('b'))).toMatchObject({ value: { configuration: { note: 'b' } } });
  });

  it('says each time what is wrong with a text', () => {
    const wrong = 'format: 1\n*a: 2\n';
    const reading = readYamlDocument(wrong);
    expect(reading).toHaveProperty('problems');
    expect(readYamlDocument(wrong)).toBe(reading);
  });

  it('keeps no long text', () => {
    const long = text('x'.repeat(70_000));
    expect(readYamlDocument(long)).not.toBe(readYamlDocument(long));
    expect(readYamlDocument(long)).toMatchObject({ value: { format: 1 } });
  });
});
