/** To which addresses a webhook may send. docs/webhooks.md#addresses; D11, D23 */

import { embeddedIpv4, parseIpv4, parseIpv6 } from './ip-address';

/** `never`: for no webhook. `private`: for those that the owner made. Each reason goes on after the address. */
interface Judgement {
  readonly who: 'never' | 'private';
  readonly reason: string;
}

const ipv4Range = (range: string, who: Judgement['who'], reason: string) => {
  const [address = '', bits = ''] = range.split('/');
  const size = 2 ** (32 - Number(bits));
  const start = parseIpv4(address) ?? 0;
  return { holds: (given: number): boolean => given >= start && given < start + size, who, reason };
};

/** The first one that holds. Sources: RFC 6890; the metadata services of clouds. */
const IPV4_RANGES = [
  ipv4Range('0.0.0.0/8', 'never', 'is "this network", which reaches this very machine'),
  ipv4Range('169.254.0.0/16', 'never', 'is link-local, where clouds answer with credentials'),
  ipv4Range('100.100.100.200/32', 'never', 'is the metadata service of a cloud'),
  ipv4Range('168.63.129.16/32', 'never', 'is the metadata service of a cloud'),
  ipv4Range('192.0.0.192/32', 'never', 'is the metadata service of a cloud'),
  ipv4Range('224.0.0.0/4', 'never', 'is multicast'),
  ipv4Range('255.255.255.255/32', 'never', 'is broadcast'),
  ipv4Range('127.0.0.0/8', 'private', 'is loopback'),
  ipv4Range('10.0.0.0/8', 'private', 'is a private network'),
  ipv4Range('172.16.0.0/12', 'private', 'is a private network'),
  ipv4Range('192.168.0.0/16', 'private', 'is a private network'),
  ipv4Range('100.64.0.0/10', 'private', 'is the network of a provider'),
  ipv4Range('192.0.0.0/24', 'private', 'is reserved'),
  ipv4Range('198.18.0.0/15', 'private', 'is reserved for measurements'),
  ipv4Range('240.0.0.0/4', 'private', 'is reserved'),
];

/** Whole addresses, as eight groups. */
const IPV6_METADATA = ['fd00:ec2::254', 'fd20:ce::254'].map((address) => String(parseIpv6(address)));

function judgeIpv4(address: number): Judgement | null {
  return IPV4_RANGES.find(({ holds }) => holds(address)) ?? null;
}

function judgeIpv6(groups: readonly number[]): Judgement | null {
  const ipv4 = embeddedIpv4(groups);
  if (ipv4 !== null) return judgeIpv4(ipv4);
  const [first = 0] = groups;
  const isAlone = groups.slice(0, 7).every((group) => group === 0);
  if (isAlone && groups[7] === 0) return { who: 'never', reason: 'reaches this very machine' };
  if ((first & 0xffc0) === 0xfe80) return { who: 'never', reason: 'is link-local' };
  if ((first & 0xff00) === 0xff00) return { who: 'never', reason: 'is multicast' };
  if (IPV6_METADATA.includes(String(groups))) return { who: 'never', reason: 'is the metadata service of a cloud' };
  if (isAlone && groups[7] === 1) return { who: 'private', reason: 'is loopback' };
  if ((first & 0xfe00) === 0xfc00) return { who: 'private', reason: 'is a private network' };
  if ((first & 0xffc0) === 0xfec0) return { who: 'private', reason: 'is a private network' };
  return null;
}

function judge(address: string): Judgement | null {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) return judgeIpv4(ipv4);
  const ipv6 = parseIpv6(address);
  return ipv6 === null ? { who: 'never', reason: 'is not an address that NoteDB understands' } : judgeIpv6(ipv6);
}

export type AddressRefusal = Judgement;

/** Why nothing is sent to an address; null where it may be. */
export function refuseAddress(address: string, isOwners: boolean): AddressRefusal | null {
  const found = judge(address);
  return found === null || (found.who === 'private' && isOwners) ? null : found;
}

/** The same of a name, which is enough where it is not resolved. */
export function refuseName(name: string, isOwners: boolean): AddressRefusal | null {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (bare === 'metadata' || bare === 'metadata.google.internal') {
    return { who: 'never', reason: 'is the metadata service of a cloud' };
  }
  const isLoopback = bare === 'localhost' || bare.endsWith('.localhost');
  return isLoopback && !isOwners ? { who: 'private', reason: 'is loopback' } : null;
}
