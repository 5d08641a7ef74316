/**
 * Which addresses of the network are public (D-141): what a person names must not lead into the machine that serves
 * them, or the network around it.
 */
import { BlockList, isIP } from 'node:net'

/** IPv4 that is no public host: this machine, private and shared networks, links, tests, groups, and what is reserved. */
const CLOSED = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3'
]) {
  const [address = '', bits] = range.split('/')
  CLOSED.addSubnet(address, Number(bits), 'ipv4')
}
/** All public IPv6 is in the first; the others are in it, and lead to IPv4 or nowhere. */
const OPEN6 = new BlockList()
OPEN6.addSubnet('2000::', 3, 'ipv6')
const CLOSED6 = new BlockList()
CLOSED6.addSubnet('2001::', 23, 'ipv6')
CLOSED6.addSubnet('2001:db8::', 32, 'ipv6')
CLOSED6.addSubnet('2002::', 16, 'ipv6')
CLOSED6.addSubnet('3fff::', 20, 'ipv6')

/** Whether a host of the open internet has this address; of IPv6 also not one that stands for an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !CLOSED.check(address, 'ipv4')
  return family === 6 && OPEN6.check(address, 'ipv6') && !CLOSED6.check(address, 'ipv6')
}
