/**
 * Tests the page's end of the socket with the real app. Sockets to two nodes close at random while people chat, join
 * and leave. In the end each page shows everything in the database exactly once.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLiveRoom } from '../client/lib/socket/live-room.ts'
import { applyEvent } from '../client/live/apply-event.ts'
import { sendMessage, sessionChatPage } from '../domain/chat/api.ts'
import type { DataOf } from '../domain/lib/page.ts'
import { joinSession, leaveSession } from '../domain/sessions/api.ts'
import type { RoomEvent } from '../domain/socket/messages.ts'
import { seededRandom } from './random.ts'
import { openRoom } from './room.ts'
import { addressOf } from './socket-client.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const RUNS = 200
const PAGES = 3
const DEEDS = 5

test(`${RUNS} seeded runs of closed sockets lose no event and show none twice`, {
  tags: ['CHAT-14', 'CHAT-20', 'D-105'],
  // About 10 to 17 seconds on a quiet machine. The time-out is there for a run that hangs.
  timeout: 240_000
}, async () => {
  const [ada, grace] = [await world.as('ada'), await world.as('grace')]
  const { id, event } = await openRoom(ada, [grace])
  const nodes = [await listen(world.app), await listen((await world.secondNode()).app)]
  const load = () => world.visitor.visit(sessionChatPage, { event })
  const before = (await ada.user()).all_remaining_tokens
  let said = 0
  let closed = 0

  for (let seed = 1; seed <= RUNS; seed++) {
    const random = seededRandom(seed)
    const any = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const pages = await Promise.all(Array.from({ length: PAGES }, async () => openPage(await load(), nodes, random)))
    /** A page notices a gap only when another event follows, so the last step is always a message. */
    for (let deed = 0; deed <= DEEDS; deed++) {
      const dice = deed === DEEDS ? 0 : random()
      const done =
        dice < 0.7
          ? ada.call(sendMessage, { body: messageTo(id, `${seed} ${++said}`), key: randomUUID() })
          : grace.call(dice < 0.85 ? leaveSession : joinSession, { params: { event }, body: {} })
      const cuts = deed === DEEDS ? 0 : Math.floor(random() * 3)
      for (let cut = 0; cut < cuts; cut++) closed += closeOne(any(nodes), random)
      await done
    }
    const { messages, participants, challengeEvent } = await load()
    for (const page of pages) {
      await page.reaches(challengeEvent.seq)
      const shown = page.now()
      expect(shown.messages.slice(-DEEDS), `run ${seed}`).toEqual(messages.slice(-DEEDS))
      expect(new Set(shown.messages.map(({ id }) => id)).size, `run ${seed}`).toBe(shown.messages.length)
      expect(shown.participants, `run ${seed}`).toEqual(participants)
      expect(page.seqs(), `run ${seed}`).toEqual(page.seqs().map((_, index) => page.first + index))
      page.close()
    }
  }
  expect(closed).toBeGreaterThan(RUNS)
  expect((await ada.user()).all_remaining_tokens).toBe(before - said)
})

interface Node {
  address: string
  sockets: Set<Duplex>
}

/** A node and the connections to it. */
async function listen(app: FastifyInstance): Promise<Node> {
  const sockets = new Set<Duplex>()
  app.server.on('upgrade', (_request, stream) => {
    sockets.add(stream)
    stream.on('close', () => sockets.delete(stream))
  })
  return { address: await addressOf(app), sockets }
}

const messageTo = (room: number, content: string) => ({
  content,
  messageable_type: 'challenge_event' as const,
  messageable_id: room
})

/** Cuts the connection without a close frame, as when the server is killed. */
function closeOne({ sockets }: Node, random: () => number): number {
  const open = [...sockets]
  open[Math.floor(random() * open.length)]?.destroy()
  return Math.min(1, open.length)
}

/** A page of the chat as in the browser. Each of its sockets connects to either node. */
function openPage(data: DataOf<typeof sessionChatPage>, nodes: Node[], random: () => number) {
  let page = data
  const events: RoomEvent[] = []
  const heard = new EventTarget()
  const first = data.challengeEvent.seq + 1
  const room = openLiveRoom({
    url: '/socket',
    room: data.challengeEvent.id,
    since: data.challengeEvent.seq,
    who: () => ({ client_uuid: 'a page', username: null }),
    openSocket: url => new WebSocket(`ws://${nodes[random() < 0.5 ? 0 : 1]?.address}${url}`),
    onEvent(event) {
      events.push(event)
      page = applyEvent(page, event)
      heard.dispatchEvent(new Event('event'))
    },
    onReload: () => expect.unreachable('too little is missed for that'),
    onPresence: () => {},
    // Other tests cover the delays.
    onConnected: isConnected => isConnected || setImmediate(() => room.reconnect())
  })
  return {
    first,
    now: () => page,
    seqs: () => events.map(({ seq }) => seq),
    async reaches(seq: number) {
      while (page.challengeEvent.seq < seq) await once(heard, 'event')
    },
    close: () => room.close()
  }
}
