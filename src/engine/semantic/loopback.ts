/** Which addresses stay on this computer. D21 */

/** Whether a name can only mean this computer. A name of the network that leads here counts as another computer. */
export function isLoopbackUrl(url: string): boolean {
  const host = /^https?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
}

const isLoopbackAddress = (address: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(address) || /^(?:::1|::ffff:127(?:\.\d{1,3}){3})$/.test(address);

/** For a request that must not leave this computer, after its name is resolved. */
export const loopbackOnly = (address: string): string | null =>
  isLoopbackAddress(address)
    ? null
    : `${address} is another computer, and the owner has not agreed to send texts there`;
