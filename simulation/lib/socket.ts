/** A browser's WebSocket to a node, without a real network: the server's end is the product's own. */
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex, type Writable } from 'node:stream'
import * as ws from 'ws'
import { type Network, type Node, way } from './network.ts'
import { type Actor, current } from './scheduler.ts'

interface Frames {
  Receiver: new (options: { isServer: boolean }) => Writable
  Sender: { frame: (data: Buffer, options: object) => Buffer[] }
}
/** ws exports these, but its types do not declare them. */
const { Receiver, Sender } = ws as unknown as Frames

const TEXT = 1
const CLOSE = 8
const PONG = 10
/** The code of a socket that closed without a close frame. */
const BROKEN = 1006

let count = 0
export function forgetSockets(): void {
  count = 0
}

export interface PageSocket {
  socket: WebSocket
  /** Breaks the connection. Both ends notice it, or neither does. */
  cut: (isNoticed: boolean) => void
  isOpen: () => boolean
}

export function openPageSocket(net: Network, browser: Actor, node: Node, cookie: string): PageSocket {
  const { scheduler } = net
  const name = `socket ${count++}`
  const [up, down] = [`${name} up`, `${name} down`]
  const receiver = new Receiver({ isServer: false })
  let isCut = false
  let hasUpgraded = false
  let stream: Duplex | null = null
  /** The process at the other end. The node may be started again before what it was sent arrives. */
  const server = node.actor
  const socket = {
    readyState: 0,
    onopen: null as (() => void) | null,
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onclose: null as ((event: { code: number }) => void) | null,
    send: (text: string) => sendFrame(TEXT, Buffer.from(text)),
    close() {
      if (socket.readyState >= 2) return
      socket.readyState = 2
      sendFrame(CLOSE, Buffer.alloc(0))
    }
  }
  receiver.on('message', (data: Buffer) => socket.onmessage?.({ data: data.toString() }))
  receiver.on('ping', (data: Buffer) => sendFrame(PONG, data))
  receiver.on('conclude', (code: number) => {
    if (socket.readyState < 2) sendFrame(CLOSE, Buffer.alloc(0))
    closed(code)
  })
  scheduler.offer(up, node.actor, way(net), `${node.actor.name} gets ${name} of ${browser.name}`, upgrade)
  if (node.actor.state === 'dead') toBrowser('refused', () => closed(BROKEN))

  return { socket: socket as unknown as WebSocket, cut, isOpen: () => !isCut && socket.readyState < 2 }

  function sendFrame(opcode: number, data: Buffer): void {
    const label = `${server.name} hears ${name}: ${opcode === TEXT ? data.toString() : opcode}`
    const frame = Buffer.concat(Sender.frame(data, { ...FRAME, opcode }))
    if (!isCut) scheduler.offer(up, server, way(net), label, () => stream?.push(frame))
  }

  function toBrowser(label: string, run: () => void): void {
    if (!isCut) scheduler.offer(down, browser, way(net), `${browser.name} hears ${name}: ${label}`, run)
  }

  function upgrade(): void {
    const { built } = node
    if (!built) {
      toBrowser('refused', () => closed(BROKEN))
      return
    }
    const forget = node.onDeath(() => cut(scheduler.chance(0.7)))
    const opened = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        if (isCut) return
        toBrowser(summaryOf(chunk), () => {
          receive(chunk)
          // The server goes on in its own name.
          if (server.state !== 'dead') current.run(server, done)
        })
      },
      final(done) {
        toBrowser('end', () => closed(BROKEN))
        done()
      },
      destroy(error, done) {
        forget()
        toBrowser('end', () => closed(BROKEN))
        done(error)
      }
    })
    stream = opened
    const request = new IncomingMessage(opened as Socket)
    Object.assign(request, { method: 'GET', url: '/socket', headers: { ...HEADERS, cookie } })
    built.app.server.emit('upgrade', request, opened, Buffer.alloc(0))
  }

  function receive(chunk: Buffer): void {
    if (hasUpgraded) {
      receiver.write(chunk)
      return
    }
    hasUpgraded = true
    if (!chunk.toString().startsWith('HTTP/1.1 101')) closed(BROKEN)
    if (socket.readyState !== 0) return
    socket.readyState = 1
    socket.onopen?.()
  }

  function closed(code: number): void {
    if (socket.readyState === 3) return
    socket.readyState = 3
    if (!isCut)
      scheduler.offer(up, server, way(net), `${server.name} hears the end of ${name}`, () => stream?.push(null))
    socket.onclose?.({ code })
  }

  function cut(isNoticed: boolean): void {
    if (isCut) return
    isCut = true
    scheduler.drop(lane => lane === up || lane === down)
    if (!isNoticed) return
    scheduler.offer(up, server, way(net), `${server.name} loses ${name}`, () => stream?.destroy())
    scheduler.offer(down, browser, way(net), `${browser.name} loses ${name}`, () => closed(BROKEN))
  }
}

const FRAME = { fin: true, mask: true, generateMask: (mask: Buffer) => mask.fill(0), rsv1: false, readOnly: false }
const HEADERS = {
  host: 'localhost',
  origin: 'http://localhost',
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64')
}

/** The beginning of what the server wrote, for the trace. */
function summaryOf(chunk: Buffer): string {
  const text = chunk.toString('latin1').replaceAll(/[^ -~]+/g, ' ')
  return text.length > 160 ? `${text.slice(0, 80)} … ${text.slice(-70)}` : text
}
