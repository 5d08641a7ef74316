/** A socket whose server is the test. */
import { vi } from 'vitest'
import type { FromPage, FromServer } from '../../domain/socket/messages.ts'

export class FakeSocket {
  static all: FakeSocket[] = []
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  readyState = 0
  sent: FromPage[] = []
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage)
  }

  close(): void {
    this.readyState = 3
  }

  /** Opens the connection. This and the methods below act as the server. */
  accept(): void {
    this.readyState = 1
    this.onopen?.()
  }
  drop(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  /** Brings a message, and the frame in which the page applies it. */
  tell(message: FromServer): void {
    const frames: FrameRequestCallback[] = []
    const request = vi.spyOn(window, 'requestAnimationFrame').mockImplementation(frame => frames.push(frame))
    this.bring(message)
    request.mockRestore()
    for (const frame of frames) frame(0)
  }
  /** Brings a message without a frame. */
  bring(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  /** Replies to the newest ping. */
  pong(): void {
    const ping = this.sent.findLast(message => message.type === 'ping')
    if (ping?.type === 'ping') this.tell({ type: 'pong', sent: ping.sent, server_time: Date.now() })
  }
  joins(): (number | null | undefined)[] {
    return this.sent.flatMap(message => (message.type === 'join' ? [message.since] : []))
  }
}
