/**
 * An open page of a room. It uses the page's own connection, and checks everything that each of its sockets receives.
 */
import { WebSocket } from 'ws'
import { openLiveRoom } from '../../client/lib/socket/live-room.ts'
import type { FromPage, FromServer } from '../../domain/socket/messages.ts'
import type { Caller } from './caller.ts'
import type { Fleet } from './fleet.ts'
import { type Journal, noteWrong } from './journal.ts'

export interface Tab {
  room: number
  /** The number of the last known event. */
  last: () => number
  close: () => void
}

export function openTab(fleet: Fleet, journal: Journal, caller: Caller, room: number, since: number): Tab {
  let last = since
  let isClosed = false
  const page = openLiveRoom({
    url: '/socket',
    room,
    since,
    who: () => ({ client_uuid: `browser of ${caller.address}`, username: caller.username }),
    openSocket(path) {
      const node = fleet.next()
      const socket = new WebSocket(node.url.replace('http', 'ws') + path, {
        headers: { 'x-forwarded-for': caller.address, ...(caller.cookie ? { cookie: caller.cookie } : {}) },
        origin: node.url
      })
      journal.sockets++
      let refused: number | undefined
      let text = `a socket of room ${room}`
      socket.on('error', error => {
        refused = Number(/Unexpected server response: (\d+)/.exec(error.message)?.[1]) || undefined
        text += `: ${error.message}`
        if (refused === undefined) node.isReady = false
      })
      socket.on('close', code => {
        if (isClosed) return
        const now = Date.now()
        const failure = { kind: 'socket', from: now, until: now, node: node.number, code: refused ?? code } as const
        journal.failures.push({ ...failure, text: `${text} was closed with ${code}` })
      })
      watchNumbers(socket, node.number)
      return socket as unknown as globalThis.WebSocket
    },
    onEvent: ({ seq }) => {
      last = seq
      journal.events++
    },
    onReload: seq => {
      last = seq
      noteWrong(journal, `a page of room ${room} missed events before ${seq}`)
    },
    onPresence: () => {},
    onConnected: () => {}
  })

  /** Events after a join continue from the number that the join names, without a gap. */
  function watchNumbers(socket: WebSocket, node: number): void {
    let expected: number | null = null
    const send = socket.send.bind(socket) as (text: string) => void
    socket.send = (data: unknown) => {
      const message = JSON.parse(String(data)) as FromPage
      if (message.type === 'join') {
        if (expected !== null) noteWrong(journal, `a page of room ${room} had to ask for what it missed`, node)
        expected = (message.since ?? 0) + 1
      }
      send(String(data))
    }
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(String(data)) as FromServer
      if (message.type === 'error') noteWrong(journal, `a socket of room ${room} got: ${message.message}`, node)
      if (message.type !== 'message' && message.type !== 'update') return
      if (message.seq !== expected) {
        noteWrong(journal, `a socket of room ${room} got event ${message.seq} instead of ${expected}`, node)
      }
      expected = message.seq + 1
    })
  }

  return {
    room,
    last: () => last,
    close() {
      isClosed = true
      page.close()
    }
  }
}
