/** Loads files over a fake network, and checks what is requested, how often, and when loading stops. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { fetchPublic, type Network, NotLoaded, requestPublic } from './public-fetch.ts'

/** A network whose hosts send the responses of this function, one for each request. */
function networkOf(answer: (asked: string) => string | null) {
  const asked: string[] = []
  const network: Network = {
    lookup: (_name, done) => done(new Error('nothing is looked up here'), []),
    isPublic: () => true,
    ports: [''],
    connect: host => {
      const socket: Duplex = new Duplex({
        read() {},
        write(chunk: Buffer, _encoding, done) {
          const [, path] = /^\w+ (\S+)/.exec(String(chunk)) ?? []
          asked.push(`${host}${path}`)
          const response = answer(`${host}${path}`)
          if (response === null) socket.destroy(new Error('reset'))
          else socket.push(response)
          done()
        }
      })
      return socket
    }
  }
  return { asked, network }
}

const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const empty = (status: number, headers = '') => `HTTP/1.1 ${status} X\r\n${headers}content-length: 0\r\n\r\n`
const to = (location: string) => empty(302, `location: ${location}\r\n`)
const within = { mostBytes: 10, signal: AbortSignal.timeout(30_000) }
const path = async () => join(await temporaryFolder(), 'file')

test('a redirect may be relative, and lead to another site', async () => {
  const { asked, network } = networkOf(url => {
    if (url === 'a.example/one?size=2') return to('../two')
    if (url === 'a.example/two') return to('//b.example/three')
    return ok('picture')
  })
  const file = await path()
  await fetchPublic(network, 'http://a.example/one?size=2', file, within)
  expect(await readFile(file, 'utf8')).toBe('picture')
  expect(asked).toEqual(['a.example/one?size=2', 'a.example/two', 'b.example/three'])
})

test('three redirects are followed, but not a fourth', async () => {
  const chain = (last: number) =>
    networkOf(url => {
      const nth = Number(/\d+$/.exec(url)?.[0])
      return nth < last ? to(`/${nth + 1}`) : ok('picture')
    })
  const three = chain(3)
  await fetchPublic(three.network, 'http://a.example/0', await path(), within)
  expect(three.asked).toHaveLength(4)
  const four = chain(4)
  await expect(fetchPublic(four.network, 'http://a.example/0', await path(), within)).rejects.toThrow(
    new NotLoaded('its address leads nowhere')
  )
  expect(four.asked).toHaveLength(4)
})

test.each([
  ['a redirect without an address', empty(302), 'nothing is there'],
  ['a redirect to an invalid address', to('http://'), 'its address leads nowhere'],
  ['a redirect to another scheme', to('ftp://a.example/'), 'its address can’t be used'],
  ['a redirect with a password', to('http://ada:word@a.example/'), 'its address can’t be used'],
  ['a redirect to another port', to('http://a.example:8080/'), 'its address can’t be used'],
  ['a missing page', empty(404), 'nothing is there'],
  ['a page that needs a password', empty(401), 'nothing is there'],
  ['an empty page', empty(204), 'nothing is there'],
  ['a part of a file', empty(206), 'nothing is there'],
  ['a server that fails', empty(500), 'nothing is there'],
  ['a response that is not HTTP', 'GIF89a\r\n\r\n', 'we can’t reach it'],
  ['a connection that breaks', null, 'we can’t reach it']
])('%s is refused with its reason', async (_, response, reason) => {
  const { asked, network } = networkOf(() => response)
  await expect(fetchPublic(network, 'http://a.example/', await path(), within)).rejects.toThrow(new NotLoaded(reason))
  expect(asked).toEqual(['a.example/'])
})

test.each([
  '',
  'a.example/b.png',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AA==',
  'http://ada@a.example/',
  'http://a.example:81/'
])('%j causes no request', async address => {
  const { asked, network } = networkOf(() => ok('picture'))
  await expect(fetchPublic(network, address, await path(), within)).rejects.toThrow('its address can’t be used')
  expect(asked).toEqual([])
})

test('an address written as a number is checked like the address it stands for', async () => {
  const { asked, network } = networkOf(() => ok('picture'))
  const checked: string[] = []
  network.isPublic = address => {
    checked.push(address)
    return false
  }
  for (const host of ['127.1', '0x7f.1', '2130706433', '[::1]']) {
    await expect(fetchPublic(network, `http://${host}/`, await path(), within)).rejects.toThrow('can’t be used')
  }
  expect(checked).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '::1'])
  expect(asked).toEqual([])
})

test('as many bytes as allowed are loaded, and one more is refused, whatever length the server claims', async () => {
  const file = await path()
  await fetchPublic(networkOf(() => ok('0123456789')).network, 'http://a.example/', file, within)
  expect((await stat(file)).size).toBe(10)
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\n012345\r\n5\r\n67890\r\n0\r\n\r\n'
  for (const response of [ok('0123456789a'), chunked]) {
    const { network } = networkOf(() => response)
    await expect(fetchPublic(network, 'http://a.example/', await path(), within)).rejects.toThrow('it’s too large')
  }
})

test('a body that ends before its length is refused', async () => {
  const { network } = networkOf(() => 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\nhalf')
  const { connect } = network
  network.connect = host => {
    const socket = connect?.(host) as Duplex
    setImmediate(() => setImmediate(() => socket.push(null)))
    return socket
  }
  await expect(fetchPublic(network, 'http://a.example/', await path(), within)).rejects.toThrow(NotLoaded)
})

test('a name with one address that is not public is never requested', async () => {
  const network: Network = {
    lookup: (_name, done) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 }
      ]),
    isPublic: address => address !== '10.0.0.1',
    ports: ['']
  }
  const asked = requestPublic(network, 'http://a.example/', { headers: {}, signal: within.signal })
  await expect(asked).rejects.toThrow('its address can’t be used')
})

test.each([null, new Error('of the name server')])('a name without an address cannot be reached', async error => {
  const network: Network = { lookup: (_name, done) => done(error, []), isPublic: () => true, ports: [''] }
  await expect(fetchPublic(network, 'http://a.example/', await path(), within)).rejects.toThrow('we can’t reach it')
})
