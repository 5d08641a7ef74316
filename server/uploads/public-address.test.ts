import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  '%s is a public address',
  { tags: 'D-141' },
  address => expect(isPublicAddress(address)).toBe(true)
)

test.each([
  ['this machine', ['127.0.0.1', '127.9.9.9', '0.0.0.0', '0.1.2.3', '::1', '::']],
  [
    'a private network',
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd12::1']
  ],
  [
    'a link-local address, where clouds keep their secrets',
    ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']
  ],
  [
    'IPv4 inside IPv6',
    ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1']
  ],
  [
    'a network for tests and documents',
    ['192.0.2.1', '198.51.100.1', '203.0.113.9', '198.18.0.1', '2001:db8::1', '3fff::1']
  ],
  ['a multicast or reserved address', ['224.0.0.1', '240.0.0.1', '255.255.255.255', 'ff02::1']],
  ['an invalid address', ['', 'localhost', '127.1', '0x7f.1', '2130706433', '[::1]', '1.2.3.4.5']]
])('%s is not public', { tags: 'D-141' }, (_, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false])
})
