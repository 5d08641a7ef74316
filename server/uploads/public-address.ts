/**
 * Tells which network addresses are public (D-141). An address that a person enters must not lead into the server or
 * the network around it.
 */
import { BlockList, isIP } from 'node:net'

/** IPv4 that is no public host: this machine, private, shared, link-local, test, multicast and reserved networks. */
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
/** The first list has all public IPv6. The second list has its parts that lead to IPv4 or nowhere. */
const OPEN6 = new BlockList()
OPEN6.addSubnet('2000::', 3, 'ipv6')
const CLOSED6 = new BlockList()
CLOSED6.addSubnet('2001::', 23, 'ipv6')
CLOSED6.addSubnet('2001:db8::', 32, 'ipv6')
CLOSED6.addSubnet('2002::', 16, 'ipv6')
CLOSED6.addSubnet('3fff::', 20, 'ipv6')

/** Whether a host of the public internet has this address. False for IPv6 addresses that contain an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !CLOSED.check(address, 'ipv4')
  return family === 6 && OPEN6.check(address, 'ipv6') && !CLOSED6.check(address, 'ipv6')
}
