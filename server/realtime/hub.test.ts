import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FromServer, RoomEvent } from '../../domain/socket/messages.ts'
import { seededRandom } from '../../testing/random.ts'
import { type Bus, createBus } from './bus.ts'
import { type Burst, createHub, type Hub, type Member, type StoredEvents } from './hub.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ROOM = 7
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const NOTHING_STORED: StoredEvents = { lastOf: async () => new Map(), after: async () => [] }
/** Presence collects changes for a tenth of a second. */
const gather = () => vi.advanceTimersByTime(100)

const event = (seq: number, room = ROOM): RoomEvent => ({ type: 'update', room, seq, data: { content: `${seq}` } })

interface Tab extends Member {
  got: FromServer[]
  /** Numbers of the received events, in order. */
  seqs: () => number[]
  /** The newest list of people present. */
  here: () => string[] | undefined
}

function tab(username: string | null = null): Tab {
  const got: FromServer[] = []
  return {
    username,
    seq: null,
    pending: [],
    got,
    send: ({ texts, frames }) => {
      got.push(...readFrames(frames))
      expect(got.slice(-texts.length)).toEqual(texts.map(text => JSON.parse(text)))
    },
    seqs: () => got.flatMap(message => (message.type === 'update' ? [message.seq] : [])),
    here: () => got.findLast(message => message.type === 'join')?.users
  }
}

/** Reads messages from whole frames, as a browser does. */
function readFrames(bytes: Buffer): FromServer[] {
  const messages: FromServer[] = []
  for (let at = 0; at < bytes.length; ) {
    expect(bytes[at]).toBe(0x81)
    const short = bytes[at + 1] ?? 0
    const [start, length] =
      short < 126
        ? [at + 2, short]
        : short === 126
          ? [at + 4, bytes.readUInt16BE(at + 2)]
          : [at + 10, Number(bytes.readBigUInt64BE(at + 2))]
    messages.push(JSON.parse(bytes.toString('utf8', start, start + length)))
    at = start + length
  }
  return messages
}

/** Enters the room as a tab that has all events up to `seq`. */
function enter(hub: Hub, member: Tab, seq = 0): Tab {
  hub.enter(ROOM, member)
  hub.caughtUp(ROOM, member, [], seq)
  return member
}

describe('order', () => {
  test('an event reaches every socket of its room once, in order, and no other room', {
    tags: 'CHAT-06..CHAT-10'
  }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const [ada, visitor, elsewhere] = [enter(hub, tab('ada')), enter(hub, tab()), tab('grace')]
    hub.enter(8, elsewhere)
    hub.caughtUp(8, elsewhere, [], 0)
    for (const seq of [1, 2, 3]) hub.tell([event(seq)])
    expect([ada.seqs(), visitor.seqs(), elsewhere.seqs()]).toEqual([[1, 2, 3], [1, 2, 3], []])
    expect(ada.got[0]).toEqual(event(1))
  })

  test.each([
    ['as the server stores it', (seq: number) => ({ type: 'update', data: {}, room: ROOM, seq })],
    ['with its number elsewhere', (seq: number) => ({ room: ROOM, seq, type: 'update', data: { room: 9, seq: 9 } })],
    [
      'whose text contains another room and number',
      (seq: number) => ({ type: 'update', data: { x: '"room":8,"seq":1}' }, room: ROOM, seq })
    ]
  ])('an event %s keeps its own room and number', { tags: 'D-105' }, (_, made) => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    for (const seq of [1, 2]) hub.tell([made(seq) as RoomEvent])
    expect(ada.got).toEqual([made(1), made(2)])
    hub.close()
  })

  test('events of one commit go out in one write, except those that a socket already has', { tags: 'CHAT-06' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const [behind, ahead] = [enter(hub, tab('ada')), enter(hub, tab('grace'), 2)]
    const writes: Burst[] = []
    const { send } = behind
    behind.send = burst => {
      writes.push(burst)
      send(burst)
    }
    hub.tell([event(1), event(2), event(3)])
    expect([behind.seqs(), ahead.seqs(), writes.length]).toEqual([[1, 2, 3], [3], 1])
  })

  test.each([1, 125, 126, 65_535, 65_536, 200_000])('a message of %i characters is read as it was sent', length => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    const long = { ...event(1), data: { content: 'ä'.repeat(length) } } as RoomEvent
    hub.tell([long])
    expect(ada.got).toEqual([long])
  })

  test('a large room is written to in slices; later events go out together after a pause', {
    tags: 'CHAT-06'
  }, () => {
    const hub = createHub(createBus(), 'one', NOTHING_STORED)
    const tabs = Array.from({ length: 250 }, () => tab())
    for (const member of tabs) {
      hub.enter(ROOM, member)
      hub.caughtUp(ROOM, member, [], 0)
    }
    const having = (seq: number) => tabs.filter(member => member.seqs().at(-1) === seq).length
    const bursts = vi.spyOn(tabs[249] as Tab, 'send')
    hub.tell([event(1)])
    expect(having(1)).toBe(100)
    hub.tell([event(2)])
    vi.advanceTimersToNextTimer()
    expect(having(1)).toBe(200)
    hub.tell([event(3)])
    vi.advanceTimersToNextTimer()
    expect(having(1)).toBe(250)
    vi.advanceTimersByTime(10)
    for (const member of tabs) expect(member.seqs()).toEqual([1, 2, 3])
    expect(bursts).toHaveBeenCalledTimes(2)
    hub.tell([event(4)])
    expect(having(4)).toBe(100)
    hub.close()
  })

  test('an event that arrives twice is sent once, and an early one waits for the one before it', {
    tags: 'D-105'
  }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    for (const seq of [1, 2, 2, 1, 4, 5]) hub.tell([event(seq)])
    expect(ada.seqs()).toEqual([1, 2])
    for (const seq of [3, 4, 6]) hub.tell([event(seq)])
    expect(ada.seqs()).toEqual([1, 2, 3, 4, 5, 6])
    expect(vi.getTimerCount()).toBe(1)
  })

  test('a lost event delays later ones only briefly, and is not sent if it arrives too late', {
    tags: 'D-105'
  }, async () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    for (const seq of [1, 4, 3]) hub.tell([event(seq)])
    await vi.advanceTimersByTimeAsync(250)
    // The gap shows that 2 is missing, so the page asks for the events after 1.
    expect(ada.seqs()).toEqual([1, 3, 4])
    for (const seq of [2, 5]) hub.tell([event(seq)])
    expect(ada.seqs()).toEqual([1, 3, 4, 5])
  })

  test('a client that sees a gap asks, and gets only what it lacks', { tags: 'D-105' }, async () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'), 2)
    hub.tell([event(4)])
    await vi.advanceTimersByTimeAsync(250)
    ada.seq = null
    hub.enter(ROOM, ada)
    hub.caughtUp(ROOM, ada, [event(3), event(4)], 4)
    hub.tell([event(5)])
    expect(ada.seqs()).toEqual([4, 3, 4, 5])
  })

  test('events that the bus lost are read once from the database, even without a later event', {
    tags: 'D-105'
  }, async () => {
    let committed = 0
    const stored: StoredEvents = {
      lastOf: async rooms => new Map(rooms.map(room => [room, committed])),
      after: vi.fn(async (_, seq) => numbers(seq + 1, committed).map(number => event(number)))
    }
    const doubters: ((wasAway: boolean) => void)[] = []
    const onDoubt: Bus['onDoubt'] = listener => {
      doubters.push(listener)
      return () => {}
    }
    const bus: Bus = { ...createBus(), onDoubt }
    const hub = createHub(bus, 'a', stored)
    const ada = enter(hub, tab('ada'))
    committed = 4
    hub.tell([event(3)])
    hub.tell([event(4)])
    expect(ada.seqs()).toEqual([])
    await vi.advanceTimersByTimeAsync(250)
    expect(ada.seqs()).toEqual([1, 2, 3, 4])
    // A node died between its commit and its message.
    committed = 6
    for (const doubt of doubters) doubt(false)
    await vi.advanceTimersByTimeAsync(0)
    hub.tell([event(6)])
    expect(ada.seqs()).toEqual([1, 2, 3, 4, 5, 6])
    for (const doubt of doubters) doubt(false)
    await vi.advanceTimersByTimeAsync(0)
    expect(stored.after).toHaveBeenCalledTimes(2)
  })

  test('events committed while a client catches up wait, then follow without gap or duplicate', {
    tags: 'D-105'
  }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = tab('ada')
    hub.enter(ROOM, ada)
    // 4 and 5 arrive before the missed events have been read, and those include 4.
    hub.tell([event(4)])
    hub.tell([event(5)])
    expect(ada.seqs()).toEqual([])
    hub.caughtUp(ROOM, ada, [event(2), event(3), event(4)], 4)
    hub.tell([event(6)])
    expect(ada.seqs()).toEqual([2, 3, 4, 5, 6])
    expect(ada.pending).toEqual([])
  })

  test('a client that left gets no more events', { tags: 'D-105' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    hub.leave(ROOM, ada)
    hub.leave(ROOM, ada)
    hub.tell([event(1)])
    expect([ada.seqs(), hub.size()]).toEqual([[], 0])
  })
})

describe('presence', () => {
  test('three tabs are one person, and visitors are not listed', { tags: ['CHAT-12', 'D-105'] }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const tabs = [tab('ada'), tab('ada'), tab('ada')].map(member => enter(hub, member))
    const [grace, visitor] = [enter(hub, tab('grace')), enter(hub, tab())]
    gather()
    for (const member of [...tabs, grace, visitor]) {
      expect(member.got).toEqual([{ type: 'join', room: ROOM, users: ['ada', 'grace'], online: 2 }])
    }
    for (const member of tabs.slice(1)) hub.leave(ROOM, member)
    gather()
    expect(grace.here()).toEqual(['ada', 'grace'])
    hub.leave(ROOM, tabs[0] as Tab)
    gather()
    expect(grace.here()).toEqual(['grace'])
  })

  test('people who come at the same time are announced once', { tags: 'CHAT-12' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const crowd = Array.from({ length: 600 }, (_, index) => enter(hub, tab(`user${index}`)))
    gather()
    expect(crowd[0]?.got).toHaveLength(1)
    // The list of names is cut, but the count is complete.
    expect(crowd[0]?.got[0]).toMatchObject({ online: 600, users: { length: 500 } })
  })

  test('a visitor or a second tab gets the list of people, but changes nothing for others', { tags: 'CHAT-12' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const ada = enter(hub, tab('ada'))
    gather()
    for (let round = 0; round < 5; round++) {
      const [visitor, second] = [enter(hub, tab()), enter(hub, tab('ada'))]
      gather()
      expect([visitor.here(), second.here()]).toEqual([['ada'], ['ada']])
      hub.leave(ROOM, visitor)
      hub.leave(ROOM, second)
      gather()
    }
    expect(ada.got).toHaveLength(1)
  })

  test('a large room gets changes once a second, but a newcomer gets the list at once', { tags: 'CHAT-12' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const crowd = Array.from({ length: 101 }, (_, index) => enter(hub, tab(`user${index}`)))
    gather()
    const [first] = crowd as [Tab]
    for (let round = 0; round < 9; round++) {
      const guest = enter(hub, tab(`guest${round}`))
      gather()
      expect(guest.here()).toContain(`guest${round}`)
    }
    expect(first.got).toHaveLength(1)
    gather()
    expect(first.got).toHaveLength(2)
    expect(first.here()).toContain('guest8')
    hub.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a room of 4,000 sockets gets changes every two seconds', { tags: 'CHAT-12' }, () => {
    const hub = createHub(createBus(), 'a', NOTHING_STORED)
    const [first] = Array.from({ length: 4000 }, (_, index) => enter(hub, tab(`user${index}`))) as [Tab]
    gather()
    const late = enter(hub, tab('a latecomer'))
    vi.advanceTimersByTime(1900)
    expect(late.here()).toContain('a latecomer')
    expect(first.here()).not.toContain('a latecomer')
    vi.advanceTimersByTime(200)
    expect(first.here()).toContain('a latecomer')
    hub.close()
  })

  test('two nodes see each other\u2019s people and events', { tags: 'CHAT-12' }, () => {
    const bus = createBus()
    const [a, b] = [createHub(bus, 'a', NOTHING_STORED), createHub(bus, 'b', NOTHING_STORED)]
    const ada = enter(a, tab('ada'))
    gather()
    const grace = enter(b, tab('grace'))
    const alsoAda = enter(b, tab('ada'))
    gather()
    expect([ada.here(), grace.here()]).toEqual([
      ['ada', 'grace'],
      ['ada', 'grace']
    ])
    b.tell([event(1)])
    a.tell([event(2)])
    expect([ada.seqs(), grace.seqs()]).toEqual([
      [1, 2],
      [1, 2]
    ])
    b.leave(ROOM, grace)
    gather()
    expect(ada.here()).toEqual(['ada'])
    a.leave(ROOM, ada)
    gather()
    expect(alsoAda.here()).toEqual(['ada'])
  })

  test('a visitor who is alone on a node sees the people on the others', { tags: 'CHAT-12' }, () => {
    const bus = createBus()
    const [a, b] = [createHub(bus, 'a', NOTHING_STORED), createHub(bus, 'b', NOTHING_STORED)]
    enter(a, tab('ada'))
    gather()
    const visitor = enter(b, tab())
    gather()
    expect(visitor.here()).toEqual(['ada'])
  })

  test('a node that closes removes its people and starts no timer afterwards', { tags: 'CHAT-12' }, () => {
    const bus = createBus()
    const [a, b] = [createHub(bus, 'a', NOTHING_STORED), createHub(bus, 'b', NOTHING_STORED)]
    const ada = enter(a, tab('ada'))
    const grace = enter(b, tab('grace'))
    gather()
    expect(ada.here()).toEqual(['ada', 'grace'])
    b.close()
    expect(ada.here()).toEqual(['ada'])
    // Its sockets close afterwards.
    b.leave(ROOM, grace)
    a.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('the people of a killed node disappear when their list expires', { tags: 'CHAT-12' }, () => {
    const bus = createBus()
    let isAlive = true
    const mortal: Bus = { ...bus, publish: (channel, message) => isAlive && bus.publish(channel, message) }
    const [a, b] = [createHub(bus, 'a', NOTHING_STORED), createHub(mortal, 'b', NOTHING_STORED)]
    const ada = enter(a, tab('ada'))
    const visitor = enter(a, tab())
    enter(b, tab('grace'))
    gather()
    // While a node lives, it renews its list, which sends nothing to sockets.
    const before = ada.got.length
    vi.advanceTimersByTime(3_600_000)
    expect([ada.here(), ada.got.length]).toEqual([['ada', 'grace'], before])
    isAlive = false
    vi.advanceTimersByTime(60_000)
    expect([ada.here(), visitor.here()]).toEqual([['ada'], ['ada']])
    isAlive = true
    // The node was only cut off, and comes back.
    vi.advanceTimersByTime(20_000)
    expect(ada.here()).toEqual(['ada', 'grace'])
  })

  test('a list that the bus lost is sent again', { tags: 'CHAT-12' }, () => {
    const bus = createBus()
    let loses = true
    const lossy: Bus = { ...bus, publish: (channel, message) => loses || bus.publish(channel, message) }
    const [a, b] = [createHub(bus, 'a', NOTHING_STORED), createHub(lossy, 'b', NOTHING_STORED)]
    const ada = enter(a, tab('ada'))
    enter(b, tab('grace'))
    gather()
    expect(ada.here()).toEqual(['ada'])
    loses = false
    vi.advanceTimersByTime(20_000)
    expect(ada.here()).toEqual(['ada', 'grace'])
  })

  test('after the bus was away, people who left disappear within 5 seconds and new ones appear at once', {
    tags: 'CHAT-12'
  }, () => {
    const bus = createBus()
    let isAway = false
    let isBack = (_wasAway: boolean): void => {}
    const cut: Bus = {
      ...bus,
      publish: (channel, message) => isAway || bus.publish(channel, message),
      subscribe: listener => bus.subscribe((channel, message) => isAway || listener(channel, message)),
      onDoubt(listener) {
        isBack = listener
        return () => {}
      }
    }
    const [a, b, c] = [cut, bus, bus].map((each, nth) => createHub(each, `${nth}`, NOTHING_STORED)) as [Hub, Hub, Hub]
    const ada = enter(a, tab('ada'))
    const grace = enter(b, tab('grace'))
    gather()
    isAway = true
    b.leave(ROOM, grace)
    enter(c, tab('alan'))
    gather()
    expect(ada.here()).toEqual(['ada', 'grace'])
    isAway = false
    isBack(true)
    expect(ada.here()).toEqual(['ada', 'alan', 'grace'])
    vi.advanceTimersByTime(5000)
    expect(ada.here()).toEqual(['ada', 'alan'])
  })
})

/**
 * A small simulation of real rooms: events are committed and told; sockets close and return at random, to either of two
 * nodes, and ask for the events after their last number; the database responds some time later.
 */
describe('seeded runs', { tags: ['CHAT-14', 'D-105'] }, () => {
  const CLIENTS = 4
  const RUNS = 200

  test('each client ends with exactly the events, in order and none twice, without checking numbers', async () => {
    for (let run = 1; run <= RUNS; run++) {
      const { seen, committed } = await play(seededRandom(run), false)
      for (const numbers of seen) expect(numbers, `run ${run}`).toEqual(committed)
    }
  })

  test('each client that asks at a gap gets all events, even if the bus loses, repeats or delays some', async () => {
    for (let run = 1; run <= RUNS; run++) {
      const { seen, committed } = await play(seededRandom(run), true)
      for (const numbers of seen) expect(numbers, `run ${run}`).toEqual(committed)
    }
  })

  interface Client {
    seen: number[]
    hub: Hub | null
    socket: Tab | null
    /** Events that were read from the database and are on their way. */
    reading: RoomEvent[] | null
  }

  async function play(random: () => number, faulty: boolean) {
    const sound = createBus()
    const bus = faulty ? unreliable(sound, random) : sound
    const hubs = [createHub(bus, 'a', NOTHING_STORED), createHub(bus, 'b', NOTHING_STORED)] as const
    const anyHub = () => hubs[random() < 0.5 ? 0 : 1]
    const log: RoomEvent[] = []
    const clients: Client[] = Array.from({ length: CLIENTS }, () => ({
      seen: [],
      hub: null,
      socket: null,
      reading: null
    }))

    const ask = (client: Client): void => {
      client.hub ??= anyHub()
      client.socket ??= connect(client)
      client.socket.seq = null
      client.socket.pending = []
      client.hub.enter(ROOM, client.socket)
      client.reading = log.slice(client.seen.at(-1) ?? 0)
    }
    const connect = (client: Client): Tab => {
      const socket: Tab = {
        ...tab('someone'),
        send({ frames }) {
          for (const message of readFrames(frames)) {
            if (client.socket !== socket || message.type !== 'update') return
            const last = client.seen.at(-1) ?? 0
            if (!faulty || message.seq === last + 1) client.seen.push(message.seq)
            // As the page does: it drops events that it has, and asks when it sees a gap.
            else if (message.seq > last && client.reading === null) ask(client)
          }
        }
      }
      return socket
    }
    const catchUp = ({ hub, socket, reading, seen }: Client): void => {
      hub?.caughtUp(ROOM, socket as Tab, reading ?? [], reading?.at(-1)?.seq ?? seen.at(-1) ?? 0)
    }
    const close = (client: Client): void => {
      client.hub?.leave(ROOM, client.socket as Tab)
      Object.assign(client, { hub: null, socket: null, reading: null })
    }
    const catchUpIfAsked = (client: Client): void => {
      if (client.reading === null) return
      // The read happened early or late; events committed in between then wait in `pending` too.
      const reading = random() < 0.5 ? client.reading : log.slice(client.seen.at(-1) ?? 0)
      client.reading = null
      catchUp({ ...client, reading })
    }
    const commit = (): RoomEvent => {
      const next = event(log.length + 1)
      log.push(next)
      return next
    }

    for (let step = 0; step < 60; step++) {
      const client = clients[Math.floor(random() * CLIENTS)] as Client
      const dice = random()
      if (dice < 0.5) anyHub().tell(Array.from({ length: 1 + Math.floor(random() * 3) }, commit))
      else if (dice < 0.6) close(client)
      else if (dice < 0.75) ask(client)
      else catchUpIfAsked(client)
      if (random() < 0.1) await vi.advanceTimersByTimeAsync(300)
    }
    // At rest: closed clients return, and one last event shows a gap to the clients that have one.
    for (const client of clients) {
      if (client.socket === null) ask(client)
      catchUpIfAsked(client)
    }
    sound.publish('event', JSON.stringify(commit()))
    await vi.advanceTimersByTimeAsync(300)
    while (clients.some(({ reading }) => reading !== null)) clients.forEach(catchUpIfAsked)
    for (const hub of hubs) hub.close()
    return { seen: clients.map(({ seen }) => seen), committed: log.map(({ seq }) => seq) }
  }

  function unreliable(bus: Bus, random: () => number): Bus {
    return {
      ...bus,
      publish(channel, message) {
        const dice = random()
        if (dice < 0.1) return
        if (dice < 0.2) setTimeout(() => bus.publish(channel, message), random() * 400)
        else bus.publish(channel, message)
        if (dice > 0.9) bus.publish(channel, message)
      }
    }
  }
})
