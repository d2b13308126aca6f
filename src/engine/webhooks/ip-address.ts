/** IP addresses as numbers, so that no spelling hides one. RFC 4291, section 2.2 */

/** 32 bits; null for anything but four decimal numbers. */
export function parseIpv4(text: string): number | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** Eight groups of 16 bits; null for anything else. A zone (`%eth0`) counts for nothing. */
export function parseIpv6(text: string): readonly number[] | null {
  const [address = ''] = text.split('%');
  const halves = withoutIpv4Tail(address)?.split('::');
  if (halves === undefined || halves.length > 2) return null;
  const [head = [], tail] = halves.map((half) => (half === '' ? [] : half.split(':').map(parseGroup)));
  const known = [...head, ...(tail ?? [])];
  if (tail === undefined ? known.length !== 8 : known.length > 7) return null;
  const groups = [...head, ...Array<number>(8 - known.length).fill(0), ...(tail ?? [])];
  return groups.some(Number.isNaN) ? null : groups;
}

/** `::ffff:127.0.0.1` -> `::ffff:7f00:1` */
function withoutIpv4Tail(text: string): string | null {
  const start = text.lastIndexOf(':') + 1;
  if (!text.includes('.', start)) return text;
  const bits = parseIpv4(text.slice(start));
  if (bits === null) return null;
  return `${text.slice(0, start)}${Math.floor(bits / 65_536).toString(16)}:${(bits % 65_536).toString(16)}`;
}

const parseGroup = (text: string): number => (/^[0-9a-f]{1,4}$/i.test(text) ? parseInt(text, 16) : NaN);

/** The IPv4 address that an IPv6 address leads to by mapping or translation; null: none. */
export function embeddedIpv4(groups: readonly number[]): number | null {
  const [first = 0, second = 0, third = 0] = groups;
  const bitsAt = (index: number): number => (groups[index] ?? 0) * 65_536 + (groups[index + 1] ?? 0);
  const isZero = (start: number, end: number): boolean => groups.slice(start, end).every((group) => group === 0);
  // ::ffff:0:0/96 mapped, ::ffff:0:0:0/96 translated, ::/96 compatible (`::` and `::1` are addresses of their own).
  if (isZero(0, 5) && groups[5] === 0xffff) return bitsAt(6);
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return bitsAt(6);
  if (isZero(0, 6) && bitsAt(6) > 1) return bitsAt(6);
  // 64:ff9b::/96 and 64:ff9b:1::/48 are gateways to IPv4 (NAT64), 2002::/16 is 6to4, 2001::/32 Teredo.
  if (first === 0x64 && second === 0xff9b && (third === 1 || isZero(2, 6))) return bitsAt(6);
  if (first === 0x2002) return bitsAt(1);
  if (first === 0x2001 && second === 0) return (bitsAt(6) ^ 0xffffffff) >>> 0;
  return null;
}
